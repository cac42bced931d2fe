#import <Foundation/Foundation.h>
typedef unsigned long cents;
struct price { int whole; int part; };
static int twice(int n) { return n + n; }
@interface Shop : NSObject
@property(nonatomic) int rate;
- (int)sum:(int)first;
@end
int main(void) {
  struct price p = {3, 50}, *q = &p;
  int seen[2] = {1, 2};
  cents c = twice(p.whole);
  NSLog(@"%d", q->part + seen[1]);
  return c;
}
