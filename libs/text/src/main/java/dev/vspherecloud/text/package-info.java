/// Kinds of text that several modules read, whatever they mean there: YAML, PEM, and secrets.
@NullMarked
package dev.vspherecloud.text;

import org.jspecify.annotations.NullMarked;
