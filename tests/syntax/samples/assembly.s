	.file	"sample.c"
	.text
	.globl	sum
	.type	sum, @function
sum:
	pushq	%rbp
	movq	%rsp, %rbp
	movl	$0, -4(%rbp)	# total
	jmp	.L2
.L3:
	movl	-8(%rbp), %eax
	addl	%eax, -4(%rbp)
	addl	$1, -8(%rbp)
.L2:
	cmpl	$9, -8(%rbp)
	jle	.L3
	movl	-4(%rbp), %eax
	popq	%rbp
	ret
	.size	sum, .-sum
main:
	call	sum
	leaq	message(%rip), %rdi
	call	puts
	xorl	%eax, %eax
	ret
	.section	.rodata
message:
	.string	"hello, world"
	.data
table:
	.long	1, 2, 3
	.quad	main
