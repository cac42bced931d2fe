using System;
using System.Collections.Generic;
using System.Linq;

namespace Shop
{
    public interface IPriced { decimal Price { get; } }

    [Serializable]
    public sealed class Item : IPriced, IComparable<Item>
    {
        public string Name { get; set; } = "none";
        public decimal Price => 3.5m;
        private readonly int[] codes = { 1, 2, 3 };

        public Item(string name, int count = 1) { Name = name; }

        public int CompareTo(Item other) => string.Compare(Name, other?.Name);
    }

    public enum State { Open, Paid = 2, Sent }

    public static class Program
    {
        static event EventHandler Changed;

        public static int Main(string[] args)
        {
            var items = new List<Item> { new Item("a"), new Item("b", count: 2) };
            foreach (var item in items.Where(i => i.Price > 1))
                Console.WriteLine($"{item.Name}: {item.Price}");
            for (int i = 0; i < args.Length; i++)
            {
                switch (args[i])
                {
                    case "x": continue;
                    default: break;
                }
            }
            try { throw new InvalidOperationException(); }
            catch (Exception e) when (e.Message != null) { return 1; }
            finally { Changed?.Invoke(null, EventArgs.Empty); }
        }
    }
}
