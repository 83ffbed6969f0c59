/// The two dialects of `vsphere.conf`: parses a text to its sections, keys and values with their places, and
/// converts a text to the other dialect, with its comments.
///
/// Classes that begin with `Ini` and `Yaml` are about one dialect. The package checks the format of a text only,
/// knows names from the table that it is given, and does not know what a value means. It reads one file, and
/// starts no thread. Begin with [ConfigText].
@NullMarked
package dev.vspherecloud.config.document;

import org.jspecify.annotations.NullMarked;
