package com.example.composeshop

/** The same goods as in the declared shop, as far as the scenarios look. */
data class Product(val id: Int, val name: String, val kind: String, val price: Double, val about: String)

val products = listOf(
  Product(1, "Walnut desk lamp", "Lighting", 79.5, "Turned walnut, warm light, a cord long enough for any desk."),
  Product(2, "Linen armchair", "Furniture", 349.0, "Deep seat, removable covers, made to be sat in for hours."),
  Product(3, "Ceramic mug", "Kitchen", 14.5, "Glazed by hand, holds a third of a litre and the heat."),
  Product(4, "Wool blanket", "Textiles", 119.0, "Woven from undyed wool; 140 by 200 centimetres."),
  Product(5, "Cast iron pan", "Kitchen", 64.9, "Seasoned by hand. Lasts longer than its owner."),
  Product(6, "Oak side table", "Furniture", 159.0, "Three legs, so it never wobbles."),
  Product(7, "Paper pendant", "Lighting", 38.0, "A soft moon for the middle of the room."),
  Product(8, "Cotton towels", "Textiles", 29.9, "A set of four in sand and slate."),
  Product(9, "Ceramic planter", "Garden", 24.0, "Glazed inside, with a saucer."),
  Product(10, "Chef's knife", "Kitchen", 98.0, "Twenty centimetres of carbon steel."),
  Product(11, "Reading chair", "Furniture", 429.0, "With a shelf below for what you read next."),
  Product(12, "Brass wall hooks", "Hallway", 32.5, "A row of five; screws included."),
  Product(13, "Jute rug", "Textiles", 189.0, "Round, two metres across, kind to bare feet."),
  Product(14, "Garden bench", "Garden", 279.0, "Larch that turns silver in the second winter."),
  Product(15, "Glass carafe", "Kitchen", 27.0, "Mouth-blown, one litre, fits the fridge door."),
  Product(16, "Floor lamp", "Lighting", 139.0, "Bends where you want the light."),
  Product(17, "Umbrella stand", "Hallway", 54.0, "Catches the drips of six umbrellas."),
  Product(18, "Stoneware bowls", "Kitchen", 48.0, "Four bowls, no two quite alike."),
  Product(19, "Hammock", "Garden", 89.0, "Holds two people and one argument."),
  Product(20, "Wall clock", "Hallway", 69.0, "Silent movement; shows the time and nothing else."),
  Product(21, "Velvet cushion", "Textiles", 36.0, "Moss green, feather filled."),
  Product(22, "Bread box", "Kitchen", 58.5, "Keeps a loaf fresh for four days."),
  Product(23, "Bookshelf", "Furniture", 239.0, "Five shelves of solid pine, assembled in minutes."),
  Product(24, "Candle set", "Lighting", 21.0, "Beeswax, eight hours each."),
)
