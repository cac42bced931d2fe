`timescale 1ns/1ps

package types;
  typedef enum logic [1:0] { IDLE, RUN, DONE } state_t;
endpackage

module counter #(
  parameter int WIDTH = 8
) (
  input  logic             clk,
  input  logic             reset,
  input  logic [WIDTH-1:0] start,
  output logic [WIDTH-1:0] count
);
  import types::*;
  state_t state, next;

  always_ff @(posedge clk or posedge reset) begin
    if (reset) begin
      count <= '0;
      state <= IDLE;
    end else begin
      state <= next;
      count <= count + 1;
    end
  end

  always_comb begin
    case (state)
      IDLE: next = RUN;
      RUN, DONE: next = (count == start) ? DONE : RUN;
      default: next = IDLE;
    endcase
  end

  assign done = &count;

  function automatic int twice(int x);
    return x * 2;
  endfunction
endmodule

module test;
  reg clk = 0;
  wire [7:0] count;
  counter #(.WIDTH(8)) dut (.clk(clk), .reset(1'b0), .start(8'hff), .count(count));
  initial begin
    for (int i = 0; i < 10; i++) #5 clk = ~clk;
    $display("count %d", count);
    $finish;
  end
endmodule
