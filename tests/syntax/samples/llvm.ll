; ModuleID = 'sample.c'
source_filename = "sample.c"
target datalayout = "e-m:e-p270:32:32-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, ptr }

@limit = dso_local global i32 10, align 4
@.str = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1

define dso_local i32 @sum(ptr %list, i32 %n) #0 {
entry:
  %cmp = icmp sgt i32 %n, 0
  br i1 %cmp, label %loop, label %end

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %total = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr inbounds i32, ptr %list, i32 %i
  %value = load i32, ptr %at, align 4
  %more = add nsw i32 %total, %value
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end

end:
  %result = phi i32 [ 0, %entry ], [ %more, %loop ]
  %big = select i1 true, i32 %result, i32 0
  switch i32 %big, label %done [
    i32 1, label %print
    i32 2, label %done
  ]

print:
  %call = call i32 (ptr, ...) @printf(ptr @.str, i32 %big)
  store i32 %call, ptr @limit, align 4
  br label %done

done:
  ret i32 %big
}

declare i32 @printf(ptr, ...) #1

attributes #0 = { noinline nounwind "frame-pointer"="all" }
attributes #1 = { "target-cpu"="x86-64" }

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"wchar_size", i32 4}
