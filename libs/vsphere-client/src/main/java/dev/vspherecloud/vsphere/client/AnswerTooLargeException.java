package dev.vspherecloud.vsphere.client;

import java.io.IOException;

/// More came, on the wire or out of the decompressor, than the call was allowed to read.
final class AnswerTooLargeException extends IOException {
    AnswerTooLargeException() {
        super("the answer is larger than allowed");
    }
}
