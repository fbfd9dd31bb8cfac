package org.robolectric.res.android;

import java.nio.ByteBuffer;
import org.robolectric.res.android.LoadedArsc.TypeSpec;
import org.robolectric.res.android.ResourceTypes.ResTable_type;
import org.robolectric.res.android.ResourceTypes.ResTable_typeSpec;

/**
 * What a screen asks thousands of times of compiled resources, answered as on a phone: by reading what is asked for, and nothing else.
 * Stands in for methods (see `QuickResources`) that copy all flags of a type for one of them, read a sorted table from its beginning, and
 * make an object of a whole tag for one number in it.
 */
public final class Entries {
  private static final int SPARSE_ENTRY = 4;
  // Of a tag in binary XML: where its attributes begin, how long each is, how many there are; and of an attribute: its name.
  private static final int BEGIN = 8, LENGTH = 10, COUNT = 12, NAME = 4;

  private Entries() {}

  /** In which respects the entry differs between configurations. */
  static int flags(TypeSpec type, int entry) {
    ResTable_typeSpec spec = type.type_spec;
    if (entry >= spec.entryCount) return 0;
    return spec.myBuf().getInt(spec.myOffset() + spec.header.headerSize + 4 * entry);
  }

  /** Counted from the first of the type's entries, or NO_ENTRY. */
  static int offset(ResTable_type type, int entry) {
    if ((type.flags & ResTable_type.FLAG_SPARSE) == 0) return entry < type.entryCount ? type.entryOffset(entry) : ResTable_type.NO_ENTRY;
    ByteBuffer table = type.myBuf();
    int begin = type.myOffset() + type.header.headerSize;
    int low = 0;
    int high = type.entryCount - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int at = begin + SPARSE_ENTRY * middle;
      int index = table.getShort(at) & 0xffff;
      if (index == entry) return 4 * (table.getShort(at + 2) & 0xffff);
      if (index < entry) low = middle + 1;
      else high = middle - 1;
    }
    return ResTable_type.NO_ENTRY;
  }

  /** Of the tag that the parser is at. */
  static int attributes(ResXMLParser parser) {
    return parser.mEventCode == ResXMLParser.event_code_t.START_TAG ? parser.mTree.mBuffer.buf.getShort(parser.mCurExt + COUNT) : 0;
  }

  /** The place of an attribute's name among the strings, or -1. */
  static int attributeName(ResXMLParser parser, int attribute) {
    if (attribute >= attributes(parser)) return -1;
    ByteBuffer tag = parser.mTree.mBuffer.buf;
    int at = parser.mCurExt;
    return tag.getInt(at + tag.getShort(at + BEGIN) + tag.getShort(at + LENGTH) * attribute + NAME);
  }
}
