package com.example.composeshop

import androidx.compose.foundation.clickable
import androidx.compose.foundation.layout.Arrangement
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.fillMaxSize
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.foundation.lazy.items
import androidx.compose.material.icons.Icons
import androidx.compose.material.icons.filled.Settings
import androidx.compose.material.icons.filled.Star
import androidx.compose.material3.CircularProgressIndicator
import androidx.compose.material3.ExperimentalMaterial3Api
import androidx.compose.material3.Icon
import androidx.compose.material3.IconButton
import androidx.compose.material3.ListItem
import androidx.compose.material3.Scaffold
import androidx.compose.material3.Text
import androidx.compose.material3.TopAppBar
import androidx.compose.runtime.Composable
import androidx.compose.runtime.LaunchedEffect
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.dp
import java.util.Locale
import kotlinx.coroutines.delay

@OptIn(ExperimentalMaterial3Api::class)
@Composable
fun Products(
  cart: Int, loaded: Boolean, onLoaded: () -> Unit,
  onOpen: (Product) -> Unit, onSettings: () -> Unit, onFeatured: () -> Unit,
) {
  if (!loaded) LaunchedEffect(Unit) { delay(1200); onLoaded() }
  Scaffold(topBar = {
    TopAppBar(title = { Text("Products") }, actions = {
      IconButton(onFeatured) { Icon(Icons.Filled.Star, contentDescription = "Featured") }
      IconButton(onSettings) { Icon(Icons.Filled.Settings, contentDescription = "Settings") }
    })
  }) { padding ->
    if (!loaded) {
      Column(
        Modifier.fillMaxSize().padding(padding), Arrangement.Center, Alignment.CenterHorizontally,
      ) {
        CircularProgressIndicator(Modifier.testTag("loading"))
        Text("Loading products…", Modifier.padding(top = 16.dp))
      }
    } else {
      Column(Modifier.padding(padding)) {
        if (cart > 0) Text("In your cart: $cart", Modifier.padding(16.dp).testTag("cart_summary"))
        LazyColumn(Modifier.fillMaxSize().testTag("products")) {
          items(products, key = { it.id }) { product ->
            ListItem(
              headlineContent = { Text(product.name) }, supportingContent = { Text(product.kind) },
              trailingContent = { Text(priced(product.price)) },
              modifier = Modifier.clickable { onOpen(product) }.testTag("product_row"),
            )
          }
        }
      }
    }
  }
}

fun priced(price: Double): String = "€" + String.format(Locale.ROOT, "%.2f", price)
