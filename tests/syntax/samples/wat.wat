(module
  ;; sums and factorials
  (type $binary (func (param i32 i32) (result i32)))
  (import "env" "log" (func $log (param i32)))
  (memory (export "memory") 1)
  (global $count (mut i32) (i32.const 0))
  (data (i32.const 0) "hello\00")
  (func $add (param $a i32) (param $b i32) (result i32)
    local.get $a
    local.get $b
    i32.add)
  (func $fact (param $n i32) (result i32)
    (if (result i32) (i32.lt_s (local.get $n) (i32.const 2))
      (then (i32.const 1))
      (else
        (i32.mul
          (local.get $n)
          (call $fact (i32.sub (local.get $n) (i32.const 1)))))))
  (func $loop (local $i i32)
    (block $out
      (loop $again
        (br_if $out (i32.ge_u (local.get $i) (i32.const 10)))
        (call $log (local.get $i))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $again))))
  (table 2 funcref)
  (elem (i32.const 0) $add $fact)
  (export "add" (func $add))
  (start $loop)
)
