using System;
using Map = System.Collections.Generic.Dictionary<string, int>;
namespace Shop
{
    public sealed class Box<T> : Base, ISized
    {
        private const int Rate = 19;
        enum Color { Red, Green = 5, Blue }
        struct Price { public int Whole; public int Part; }
        private readonly int[] codes = { 1, 2 };
        [Obsolete]
        public override int Sum(int[] values, int count, string unused)
        {
            int total = 0, steps = 0;
            for (int i = 0; i < count; ++i)
            {
                total += values[i] + codes[i];
                ++steps;
            }
            return total;
        }
        static int Twice(int n) { return n + n; }
        static int Half(int n) => n / 2;
        static void Log(string text)
        {
            Console.WriteLine(text);
        }
        void Use()
        {
            var p = new Price { Whole = 3, Part = 50 };
            var box = new Box<string>();
            Map map = null;
            if (Twice(p.Whole) > Rate)
            {
                Log("over");
            }
            box.Sum(null, 2, "cm");
        }
    }
}
