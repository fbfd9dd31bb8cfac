package com.example.composeshop

import androidx.compose.animation.core.LinearEasing
import androidx.compose.animation.core.animateFloat
import androidx.compose.animation.core.infiniteRepeatable
import androidx.compose.animation.core.rememberInfiniteTransition
import androidx.compose.animation.core.tween
import androidx.compose.foundation.background
import androidx.compose.foundation.layout.Arrangement
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.fillMaxSize
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.layout.size
import androidx.compose.foundation.selection.selectable
import androidx.compose.foundation.selection.toggleable
import androidx.compose.material.icons.Icons
import androidx.compose.material.icons.automirrored.filled.ArrowBack
import androidx.compose.material3.Button
import androidx.compose.material3.DatePicker
import androidx.compose.material3.DatePickerDialog
import androidx.compose.material3.ExperimentalMaterial3Api
import androidx.compose.material3.Icon
import androidx.compose.material3.IconButton
import androidx.compose.material3.MaterialTheme
import androidx.compose.material3.ModalBottomSheet
import androidx.compose.material3.OutlinedButton
import androidx.compose.material3.RadioButton
import androidx.compose.material3.Scaffold
import androidx.compose.material3.Switch
import androidx.compose.material3.Text
import androidx.compose.material3.TextButton
import androidx.compose.material3.TopAppBar
import androidx.compose.material3.rememberDatePickerState
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.draw.rotate
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.semantics.Role
import androidx.compose.ui.unit.dp
import java.text.SimpleDateFormat
import java.util.Date
import java.util.Locale
import java.util.TimeZone

/** A day in June, so that the calendar opens where every run expects it. */
private const val FIRST_OF_JUNE_2026 = 1_780_272_000_000L

@OptIn(ExperimentalMaterial3Api::class)
@Composable
fun Settings(onUp: () -> Unit, onSignOut: () -> Unit) {
  var prices by rememberSaveable { mutableStateOf(true) }
  var currency by rememberSaveable { mutableStateOf("Euro") }
  var picking by rememberSaveable { mutableStateOf(false) }
  var delivery by rememberSaveable { mutableStateOf("No delivery day") }
  var helping by rememberSaveable { mutableStateOf(false) }
  val dates = rememberDatePickerState(initialSelectedDateMillis = FIRST_OF_JUNE_2026)
  Page("Settings", onUp) {
    Row(
      Modifier.fillMaxWidth().testTag("show_prices").toggleable(prices, role = Role.Switch) { prices = it },
      Arrangement.SpaceBetween, Alignment.CenterVertically,
    ) {
      Text("Show prices")
      Switch(prices, onCheckedChange = null)
    }
    Text("Currency", style = MaterialTheme.typography.titleMedium)
    for (choice in listOf("Euro", "US dollar")) {
      Row(
        Modifier.fillMaxWidth().selectable(currency == choice, role = Role.RadioButton) { currency = choice },
        verticalAlignment = Alignment.CenterVertically,
      ) {
        RadioButton(currency == choice, onClick = null)
        Text(choice, Modifier.padding(start = 8.dp))
      }
    }
    Text(delivery, Modifier.testTag("delivery"))
    OutlinedButton({ picking = true }, Modifier.testTag("pick_date")) { Text("Choose delivery day") }
    OutlinedButton({ helping = true }, Modifier.testTag("help")) { Text("Help") }
    Button(onSignOut, Modifier.testTag("sign_out")) { Text("Sign out") }
  }
  if (picking) {
    DatePickerDialog(
      onDismissRequest = { picking = false },
      confirmButton = {
        TextButton({
          picking = false
          dates.selectedDateMillis?.let { delivery = "Delivery on " + day(it) }
        }) { Text("OK") }
      },
      dismissButton = { TextButton({ picking = false }) { Text("Cancel") } },
    ) { DatePicker(dates) }
  }
  if (helping) {
    ModalBottomSheet(onDismissRequest = { helping = false }) {
      Column(Modifier.padding(24.dp), verticalArrangement = Arrangement.spacedBy(12.dp)) {
        Text("How can we help?", style = MaterialTheme.typography.titleMedium)
        TextButton({ helping = false }) { Text("Call us") }
        TextButton({ helping = false }) { Text("Write to us") }
      }
    }
  }
}

/** Something that never comes to rest. */
@Composable
fun Featured(onUp: () -> Unit) {
  val turning = rememberInfiniteTransition(label = "turning")
  val angle by turning.animateFloat(0f, 360f, infiniteRepeatable(tween(2000, easing = LinearEasing)), label = "angle")
  Page("Featured", onUp) {
    Box(Modifier.size(96.dp).rotate(angle).background(MaterialTheme.colorScheme.primary))
    Text("Today: Linen armchair", Modifier.testTag("featured"))
  }
}

@OptIn(ExperimentalMaterial3Api::class)
@Composable
private fun Page(title: String, onUp: () -> Unit, content: @Composable () -> Unit) {
  Scaffold(topBar = {
    TopAppBar(title = { Text(title) }, navigationIcon = {
      IconButton(onUp) { Icon(Icons.AutoMirrored.Filled.ArrowBack, contentDescription = "Navigate up") }
    })
  }) { padding ->
    Column(Modifier.fillMaxSize().padding(padding).padding(24.dp), Arrangement.spacedBy(16.dp)) { content() }
  }
}

private fun day(millis: Long): String =
  SimpleDateFormat("yyyy-MM-dd", Locale.ROOT).apply { timeZone = TimeZone.getTimeZone("UTC") }.format(Date(millis))
