package com.example.composeshop

import android.content.ContentValues
import android.content.Context
import android.database.sqlite.SQLiteDatabase
import android.database.sqlite.SQLiteOpenHelper
import android.util.Log

/** What the shop remembers: an address in its preferences, sessions and orders in its database. */
class Store(context: Context) {
  private val preferences = context.getSharedPreferences("shop", Context.MODE_PRIVATE)
  private val database = object : SQLiteOpenHelper(context, "shop.db", null, 1) {
    override fun onCreate(db: SQLiteDatabase) {
      db.execSQL("CREATE TABLE sessions (_id INTEGER PRIMARY KEY, email TEXT NOT NULL)")
      db.execSQL("CREATE TABLE orders (_id INTEGER PRIMARY KEY, product INTEGER, quantity INTEGER, price REAL)")
    }

    override fun onUpgrade(db: SQLiteDatabase, from: Int, to: Int) = Unit
  }

  var rememberedEmail: String
    get() = preferences.getString("remembered_email", "").orEmpty()
    set(value) = preferences.edit().putString("remembered_email", value).apply()

  fun signedIn(email: String) {
    Log.i("Shop", "signed in as $email")
    database.writableDatabase.insert("sessions", null, ContentValues().apply { put("email", email) })
  }

  fun ordered(product: Product, quantity: Int) {
    database.writableDatabase.insert("orders", null, ContentValues().apply {
      put("product", product.id); put("quantity", quantity); put("price", product.price)
    })
  }
}
