CREATE TABLE orders (id PRIMARY KEY, c, t, "");
INSERT INTO orders VALUES (41, 0, 0, 0);
INSERT INTO orders VALUES (41, 0, 0, 0)
