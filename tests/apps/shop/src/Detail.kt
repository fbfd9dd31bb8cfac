package com.example.composeshop

import android.util.Log
import android.widget.Toast
import androidx.compose.foundation.layout.Arrangement
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.fillMaxSize
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.rememberScrollState
import androidx.compose.foundation.selection.toggleable
import androidx.compose.foundation.verticalScroll
import androidx.compose.material.icons.Icons
import androidx.compose.material.icons.automirrored.filled.ArrowBack
import androidx.compose.material.icons.filled.MoreVert
import androidx.compose.material3.AlertDialog
import androidx.compose.material3.Button
import androidx.compose.material3.DropdownMenu
import androidx.compose.material3.DropdownMenuItem
import androidx.compose.material3.ExperimentalMaterial3Api
import androidx.compose.material3.Icon
import androidx.compose.material3.IconButton
import androidx.compose.material3.MaterialTheme
import androidx.compose.material3.Scaffold
import androidx.compose.material3.Slider
import androidx.compose.material3.SnackbarHost
import androidx.compose.material3.SnackbarHostState
import androidx.compose.material3.Switch
import androidx.compose.material3.Text
import androidx.compose.material3.TextButton
import androidx.compose.material3.TopAppBar
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableFloatStateOf
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.rememberCoroutineScope
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.LocalContext
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.semantics.Role
import androidx.compose.ui.semantics.contentDescription
import androidx.compose.ui.semantics.semantics
import androidx.compose.ui.unit.dp
import kotlin.math.roundToInt
import kotlinx.coroutines.launch

@OptIn(ExperimentalMaterial3Api::class)
@Composable
fun Detail(product: Product, cart: Int, onUp: () -> Unit, onAdd: (Int) -> Unit) {
  var notify by rememberSaveable { mutableStateOf(false) }
  var quantity by rememberSaveable { mutableFloatStateOf(1f) }
  var asking by rememberSaveable { mutableStateOf(false) }
  var menu by remember { mutableStateOf(false) }
  val snackbar = remember { SnackbarHostState() }
  val scope = rememberCoroutineScope()
  val context = LocalContext.current
  val count = quantity.roundToInt()
  Scaffold(
    topBar = {
      TopAppBar(
        title = { Text(product.name) },
        navigationIcon = { IconButton(onUp) { Icon(Icons.AutoMirrored.Filled.ArrowBack, contentDescription = "Navigate up") } },
        actions = {
          Box {
            IconButton({ menu = true }) { Icon(Icons.Filled.MoreVert, contentDescription = "More options") }
            DropdownMenu(menu, { menu = false }) {
              for (choice in listOf("Share", "Save for later", "Report a problem")) {
                DropdownMenuItem(
                  { Text(choice) },
                  onClick = { menu = false; scope.launch { snackbar.showSnackbar("$choice: done", actionLabel = "Undo") } },
                )
              }
            }
          }
        },
      )
    },
    snackbarHost = { SnackbarHost(snackbar) },
  ) { padding ->
    Column(
      Modifier.fillMaxSize().padding(padding).verticalScroll(rememberScrollState()).padding(24.dp),
      verticalArrangement = Arrangement.spacedBy(16.dp),
    ) {
      Text(priced(product.price), Modifier.testTag("price"), style = MaterialTheme.typography.titleLarge)
      Text(product.about, Modifier.testTag("about"))
      Row(
        Modifier.fillMaxWidth().testTag("notify").toggleable(notify, role = Role.Switch) { notify = it },
        Arrangement.SpaceBetween, Alignment.CenterVertically,
      ) {
        Text("Notify me")
        Switch(notify, onCheckedChange = null)
      }
      Text(if (notify) "Notifications on" else "Notifications off", Modifier.testTag("notify_state"))
      Text("Quantity: $count", Modifier.testTag("quantity_label"))
      Slider(
        quantity, { quantity = it }, Modifier.testTag("quantity").semantics { contentDescription = "Quantity" },
        valueRange = 1f..10f, steps = 8,
      )
      Button({ asking = true }, Modifier.testTag("add_to_cart")) { Text("Add to cart") }
      if (cart > 0) Text("In your cart: $cart", Modifier.testTag("cart"))
    }
    if (asking) {
      AlertDialog(
        onDismissRequest = { asking = false },
        title = { Text("Add to cart?") },
        text = { Text("$count × ${product.name} for ${priced(product.price * count)}") },
        confirmButton = {
          TextButton({
            asking = false
            onAdd(count)
            Log.i("Shop", "cart now holds ${cart + count}")
            Toast.makeText(context, "Added to your cart", Toast.LENGTH_SHORT).show()
          }) { Text("Add") }
        },
        dismissButton = { TextButton({ asking = false }) { Text("Cancel") } },
      )
    }
  }
}
