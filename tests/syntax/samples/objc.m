#import <Foundation/Foundation.h>

@protocol Speaker
- (NSString *)speak;
@end

@interface Animal : NSObject <Speaker>
@property (nonatomic, copy) NSString *name;
- (instancetype)initWithName:(NSString *)name age:(int)age;
@end

@implementation Animal {
  int _age;
}

- (instancetype)initWithName:(NSString *)name age:(int)age {
  self = [super init];
  if (self) {
    _name = [name copy];
    _age = age;
  }
  return self;
}

- (NSString *)speak {
  return [NSString stringWithFormat:@"%@ is %d", self.name, _age];
}

@end

int main(void) {
  @autoreleasepool {
    Animal *cat = [[Animal alloc] initWithName:@"Tom" age:3];
    NSArray *all = @[ cat, @"dog", @42 ];
    for (id one in all) {
      NSLog(@"%@", one);
    }
    int (^twice)(int) = ^(int x) { return x * 2; };
    NSLog(@"%d", twice(4));
  }
  return 0;
}
