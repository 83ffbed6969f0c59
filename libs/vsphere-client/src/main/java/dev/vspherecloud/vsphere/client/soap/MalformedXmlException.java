package dev.vspherecloud.vsphere.client.soap;

import org.jspecify.annotations.Nullable;

/// The bytes are not the XML they should be: cut short, nested too deep, with a DTD, or something else
/// altogether.
///
/// The message says what is wrong and never quotes the document. A failure of the stream underneath is the
/// cause.
public final class MalformedXmlException extends RuntimeException {
    public MalformedXmlException(String message) {
        this(message, null);
    }

    public MalformedXmlException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
