/// Text formats that several modules read: YAML, PEM, and secrets; and how text from outside is shown.
///
/// The package knows the syntax, reports every error with its place, and never shows a secret. It does not know
/// what a key or a certificate is used for. It opens no file and starts no thread.
///
/// Begin with [YamlText], [PemBlock], [Secret] and [VisibleText].
@NullMarked
package dev.vspherecloud.text;

import org.jspecify.annotations.NullMarked;
