package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.kubernetes.ApiStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Optional;

/// Splits the body of a response into lines. It works on bytes, since a character may be split between two pieces.
///
/// Threads: confined to one reader, except for [#close].
final class LineStream implements ApiStream {
    private final ByteStream bytes;
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private byte[] piece = {};
    private int position;

    LineStream(ByteStream bytes) {
        this.bytes = bytes;
    }

    @Override
    public Optional<byte[]> nextLine(Duration patience) throws InterruptedException {
        while (true) {
            for (int end = position; end < piece.length; end++) {
                if (piece[end] == '\n') {
                    return Optional.of(lineUntil(end));
                }
            }
            begun.write(piece, position, piece.length - position);
            position = 0;
            Optional<byte[]> next = bytes.next(patience);
            piece = next.orElse(new byte[0]);
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
        begun.write(piece, position, end - position);
        byte[] line = begun.toByteArray();
        begun.reset();
        position = end + 1;
        return line;
    }
}
