/// JSON: values, a reader with limits, and a writer.
///
/// The package knows the syntax and which parts of a document to keep. It does not know what a value means. Any
/// bytes result in a value or in a [MalformedJsonException]. It starts no thread.
///
/// Begin with [JsonReader] and [Json]; [JsonFields] selects the members that are kept.
@NullMarked
package dev.vspherecloud.json;

import org.jspecify.annotations.NullMarked;
