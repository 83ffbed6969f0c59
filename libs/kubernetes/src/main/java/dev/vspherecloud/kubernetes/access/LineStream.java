package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.kubernetes.ApiStream;
import dev.vspherecloud.kubernetes.KubeException;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/// Splits the body of a response into lines. The class works on bytes, since a character may be split between
/// two pieces of the body.
///
/// Threads: one reader; [#close] may be called from anywhere.
final class LineStream implements ApiStream {
    private final ByteStream bytes;
    private final Function<byte[], KubeException> tooLarge;
    private final ByteArrayOutputStream partialLine = new ByteArrayOutputStream();
    private byte[] chunk = {};
    private int position;

    /// Creates the stream.
    ///
    /// @param tooLarge returns the exception for a line that is longer than [HttpTransport#MAX_BODY]; it gets the
    ///     beginning of the line
    LineStream(ByteStream bytes, Function<byte[], KubeException> tooLarge) {
        this.bytes = bytes;
        this.tooLarge = tooLarge;
    }

    @Override
    public Optional<byte[]> nextLine(Duration timeout) throws InterruptedException {
        while (true) {
            for (int end = position; end < chunk.length; end++) {
                if (chunk[end] == '\n') {
                    return Optional.of(lineUntil(end));
                }
            }
            append(chunk.length);
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
        append(end);
        byte[] line = partialLine.toByteArray();
        partialLine.reset();
        position = end + 1;
        return line;
    }

    private void append(int end) {
        partialLine.write(chunk, position, end - position);
        if (partialLine.size() > HttpTransport.MAX_BODY) {
            byte[] line = partialLine.toByteArray();
            partialLine.reset();
            throw tooLarge.apply(line);
        }
    }
}
