{-# LANGUAGE LambdaCase #-}
module Main (main, Shape (..)) where

import qualified Data.Map as Map
import Data.List (sortBy, foldl')

data Shape
  = Circle Double
  | Square { side :: Double, name :: String }
  deriving (Show, Eq)

class HasArea a where
  area :: a -> Double

instance HasArea Shape where
  area (Circle r) = pi * r * r
  area Square { side = s } = s * s

newtype Wrapper a = Wrapper { unwrap :: a }

largest :: Ord b => (a -> b) -> [a] -> Maybe a
largest _ [] = Nothing
largest f (x : xs) = Just (foldl' pick x xs)
  where
    pick best item
      | f item > f best = item
      | otherwise = best

classify :: Int -> String
classify n = case n of
  0 -> "zero"
  _ | n < 0 -> "negative"
    | even n -> "even"
  _ -> "odd"

main :: IO ()
main = do
  let shapes = [Circle 1, Square { side = 2, name = "s" }]
      table = Map.fromList [(1, "one"), (2, "two")]
  mapM_ (print . area) shapes
  case largest area shapes of
    Just best -> print best
    Nothing -> return ()
  let twice = \x -> x * 2
  if twice 2 > 3 then putStrLn "large" else putStrLn (classify 3)
  print [x * y | x <- [1 .. 3], y <- [x ..  4], odd x]
