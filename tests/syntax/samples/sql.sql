-- orders of a small shop
CREATE TABLE customer (
  id INTEGER PRIMARY KEY,
  name VARCHAR(40) NOT NULL,
  joined DATE DEFAULT '2020-01-01'
);

CREATE TABLE orders (
  id INT,
  customer_id INT REFERENCES customer (id),
  total DECIMAL(10, 2)
);

CREATE INDEX by_customer ON orders (customer_id, total DESC);

INSERT INTO customer (id, name) VALUES (1, 'Ann'), (2, 'Bob');

UPDATE orders SET total = total * 1.1, id = id + 1 WHERE customer_id IN (1, 2) AND total > 5;

SELECT c.name AS who, COUNT(*) AS n, SUM(o.total) AS total
FROM customer c
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.name LIKE 'A%' OR c.joined BETWEEN '2020-01-01' AND '2021-01-01'
GROUP BY c.name, c.joined
HAVING SUM(o.total) > 100
ORDER BY total DESC, who
LIMIT 10;

WITH recent AS (
  SELECT id, CASE WHEN total > 10 THEN 'large' ELSE 'small' END AS size
  FROM orders
)
SELECT DISTINCT size FROM recent UNION SELECT 'none';

DELETE FROM orders WHERE NOT EXISTS (SELECT 1 FROM customer WHERE customer.id = orders.customer_id);
DROP TABLE orders;
