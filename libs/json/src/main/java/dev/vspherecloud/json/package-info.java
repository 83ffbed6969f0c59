/// JSON: values, a reader with limits that skips what is not wanted, and a writer.
///
/// Knows nothing of what the values mean. Whatever the bytes are, reading ends in a value or in a
/// [MalformedJsonException][dev.vspherecloud.json.MalformedJsonException].
@NullMarked
package dev.vspherecloud.json;

import org.jspecify.annotations.NullMarked;
