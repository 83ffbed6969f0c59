/// The two dialects of `vsphere.conf`. The package parses a text to sections, keys and values with their
/// locations, and converts a text to the other dialect, with its comments.
///
/// Classes whose names begin with `Ini` or `Yaml` handle one dialect. The package checks only the format of a
/// text, and does not know what a value means: the given table defines the names. It reads one file, and starts
/// no thread. Begin with [ConfigText].
@NullMarked
package dev.vspherecloud.config.document;

import org.jspecify.annotations.NullMarked;
