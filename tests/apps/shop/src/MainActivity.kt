package com.example.composeshop

import android.os.Bundle
import androidx.activity.ComponentActivity
import androidx.activity.compose.BackHandler
import androidx.activity.compose.setContent
import androidx.compose.material3.MaterialTheme
import androidx.compose.material3.Surface
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableIntStateOf
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.ExperimentalComposeUiApi
import androidx.compose.ui.Modifier
import androidx.compose.ui.semantics.semantics
import androidx.compose.ui.semantics.testTagsAsResourceId

class MainActivity : ComponentActivity() {
  override fun onCreate(saved: Bundle?) {
    super.onCreate(saved)
    setContent { MaterialTheme { Shop(Store(applicationContext)) } }
  }
}

/** Which page is shown; what lies below it is where Back leads. */
@OptIn(ExperimentalComposeUiApi::class)
@Composable
fun Shop(store: Store) {
  var page by rememberSaveable { mutableStateOf("sign_in") }
  var product by rememberSaveable { mutableIntStateOf(0) }
  var cart by rememberSaveable { mutableIntStateOf(0) }
  var loaded by remember { mutableStateOf(false) }
  Surface(Modifier.semantics { testTagsAsResourceId = true }) {
    when (page) {
      "sign_in" -> SignIn(store) { page = "products" }
      "products" -> Products(
        cart, loaded, onLoaded = { loaded = true },
        onOpen = { product = it.id; page = "detail" },
        onSettings = { page = "settings" }, onFeatured = { page = "featured" },
      )
      "detail" -> {
        BackHandler { page = "products" }
        Detail(products.first { it.id == product }, cart, onUp = { page = "products" }) { quantity ->
          cart += quantity
          store.ordered(products.first { it.id == product }, quantity)
        }
      }
      "settings" -> {
        BackHandler { page = "products" }
        Settings(onUp = { page = "products" }, onSignOut = { cart = 0; page = "sign_in" })
      }
      else -> {
        BackHandler { page = "products" }
        Featured(onUp = { page = "products" })
      }
    }
  }
}
