package dev.vspherecloud.vsphere.client.soap;

import org.jspecify.annotations.Nullable;

/// Reports that bytes are not the expected XML: cut short, nested too deep, with a DTD, or other content.
///
/// The message says what is wrong and never quotes the document. If the underlying stream failed, that failure
/// is the cause.
public final class MalformedXmlException extends RuntimeException {
    public MalformedXmlException(String message) {
        this(message, null);
    }

    public MalformedXmlException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
