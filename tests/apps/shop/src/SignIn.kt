package com.example.composeshop

import android.util.Log
import androidx.compose.foundation.layout.Arrangement
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.fillMaxSize
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.rememberScrollState
import androidx.compose.foundation.selection.toggleable
import androidx.compose.foundation.text.KeyboardOptions
import androidx.compose.foundation.verticalScroll
import androidx.compose.material3.Button
import androidx.compose.material3.Checkbox
import androidx.compose.material3.MaterialTheme
import androidx.compose.material3.OutlinedTextField
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.semantics.Role
import androidx.compose.ui.text.input.KeyboardType
import androidx.compose.ui.text.input.PasswordVisualTransformation
import androidx.compose.ui.unit.dp

@Composable
fun SignIn(store: Store, onSignedIn: () -> Unit) {
  var email by rememberSaveable { mutableStateOf(store.rememberedEmail) }
  var password by rememberSaveable { mutableStateOf("") }
  var remember by rememberSaveable { mutableStateOf(store.rememberedEmail.isNotEmpty()) }
  var emailError by rememberSaveable { mutableStateOf("") }
  var passwordError by rememberSaveable { mutableStateOf("") }

  fun submit() {
    val address = email.trim()
    emailError = when {
      address.isEmpty() -> "Enter your email address"
      '@' !in address -> "Enter a valid email address"
      else -> ""
    }
    passwordError = if (password.isEmpty()) "Enter your password" else ""
    if (emailError.isNotEmpty() || passwordError.isNotEmpty()) return
    if (address.lowercase() == "demo@example.com" && password == "secret123") {
      store.rememberedEmail = if (remember) address else ""
      store.signedIn(address)
      onSignedIn()
    } else {
      passwordError = "Wrong email or password"
      Log.w("Shop", "sign-in refused for $address")
    }
  }

  Column(
    Modifier.fillMaxSize().verticalScroll(rememberScrollState()).padding(24.dp).testTag("sign_in_form"),
    verticalArrangement = Arrangement.spacedBy(16.dp),
  ) {
    Text("Welcome to Shop", style = MaterialTheme.typography.headlineMedium, modifier = Modifier.testTag("welcome"))
    Text("Demo account: demo@example.com with password secret123", style = MaterialTheme.typography.bodySmall)
    OutlinedTextField(
      email, { email = it; emailError = "" }, Modifier.fillMaxWidth().testTag("email"), label = { Text("Email") },
      singleLine = true, isError = emailError.isNotEmpty(),
      keyboardOptions = KeyboardOptions(keyboardType = KeyboardType.Email),
    )
    if (emailError.isNotEmpty()) Text(emailError, Modifier.testTag("email_error"), color = MaterialTheme.colorScheme.error)
    OutlinedTextField(
      password, { password = it; passwordError = "" }, Modifier.fillMaxWidth().testTag("password"), label = { Text("Password") },
      singleLine = true, isError = passwordError.isNotEmpty(), visualTransformation = PasswordVisualTransformation(),
      keyboardOptions = KeyboardOptions(keyboardType = KeyboardType.Password),
    )
    if (passwordError.isNotEmpty()) Text(passwordError, Modifier.testTag("password_error"), color = MaterialTheme.colorScheme.error)
    Row(
      Modifier.testTag("remember_me").toggleable(remember, role = Role.Checkbox) { remember = it },
      verticalAlignment = Alignment.CenterVertically,
    ) {
      Checkbox(remember, onCheckedChange = null)
      Text("Remember me", Modifier.padding(start = 8.dp))
    }
    Button(onClick = ::submit, Modifier.fillMaxWidth().testTag("sign_in")) { Text("Sign in") }
  }
}
