package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.kubernetes.ApiStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Optional;

/// Splits the body of a response into lines. The class works on bytes, since a character may be split between
/// two pieces of the body.
///
/// Threads: one reader; [#close] may be called from anywhere.
final class LineStream implements ApiStream {
    private final ByteStream bytes;
    private final ByteArrayOutputStream partialLine = new ByteArrayOutputStream();
    private byte[] chunk = {};
    private int position;

    LineStream(ByteStream bytes) {
        this.bytes = bytes;
    }

    @Override
    public Optional<byte[]> nextLine(Duration timeout) throws InterruptedException {
        while (true) {
            for (int end = position; end < chunk.length; end++) {
                if (chunk[end] == '\n') {
                    return Optional.of(lineUntil(end));
                }
            }
            partialLine.write(chunk, position, chunk.length - position);
            position = 0;
            Optional<byte[]> next = bytes.next(timeout);
            chunk = next.orElse(new byte[0]);
            if (next.isEmpty()) {
                return Optional.empty();
            }
        }
    }

    @Override
    public void close() {
        bytes.close();
    }

    private byte[] lineUntil(int end) {
        partialLine.write(chunk, position, end - position);
        byte[] line = partialLine.toByteArray();
        partialLine.reset();
        position = end + 1;
        return line;
    }
}
