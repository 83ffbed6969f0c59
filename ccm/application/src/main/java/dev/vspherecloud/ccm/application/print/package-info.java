/// Output formats of the commands: JSON for programs, tables and pages for people.
///
/// The package does not know what it prints, and starts no thread. Begin with [TextTable] and [JsonParts].
@NullMarked
package dev.vspherecloud.ccm.application.print;

import org.jspecify.annotations.NullMarked;
