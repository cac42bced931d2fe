open Printf

module StringMap = Map.Make (String)

type colour = Red | Green | Rgb of int * int * int

type 'a tree = Leaf | Node of { value : 'a; left : 'a tree; right : 'a tree }

exception Empty of string

let rec insert x = function
  | Leaf -> Node { value = x; left = Leaf; right = Leaf }
  | Node n when x < n.value -> Node { n with left = insert x n.left }
  | Node n -> Node { n with right = insert x n.right }

let largest ?(default = 0) items ~by =
  match items with
  | [] -> default
  | first :: rest ->
    List.fold_left (fun best item -> if by item > by best then item else best) first rest

class counter start = object (self)
  val mutable count = start
  method next = count <- count + 1; count
end

let () =
  let table = StringMap.(empty |> add "a" 1 |> add "b" 2) in
  StringMap.iter (fun key value -> printf "%s: %d\n" key value) table;
  let tree = List.fold_left (fun t x -> insert x t) Leaf [3; 1; 2] in
  begin match tree with
  | Leaf -> raise (Empty "tree")
  | Node _ -> ()
  end;
  let total = ref 0 in
  for i = 1 to 10 do
    total := !total + i
  done;
  while !total > 0 do decr total done;
  try
    let c = new counter 3 in
    printf "%d %d\n" c#next (largest [1; 2] ~by:(fun x -> -x))
  with Not_found | Failure _ -> print_endline "none"
