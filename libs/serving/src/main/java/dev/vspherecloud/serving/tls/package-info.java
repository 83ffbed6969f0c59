/// The certificate that the port shows, and the TLS it speaks.
@NullMarked
package dev.vspherecloud.serving.tls;

import org.jspecify.annotations.NullMarked;
