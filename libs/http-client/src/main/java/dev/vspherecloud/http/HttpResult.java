package dev.vspherecloud.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/// A complete HTTP response whose body is not yet decoded.
///
/// Threads: used only by the thread that sent the request, as its budget is.
public final class HttpResult implements AutoCloseable {
    private final int status;
    private final HttpHeaders headers;
    private final ByteChunks body;
    private final RequestBudget requestBudget;

    /// Creates the result of one exchange.
    ///
    /// @param requestBudget limits the decoded size: a small body can decompress to a very large one. It was
    ///     charged for the body
    HttpResult(int status, HttpHeaders headers, ByteChunks body, RequestBudget requestBudget) {
        this.status = status;
        this.headers = headers;
        this.body = body;
        this.requestBudget = requestBudget;
    }

    public int status() {
        return status;
    }

    /// Returns the cookies that the response sets.
    public Cookies cookies() {
        return Cookies.from(headers);
    }

    /// Returns the decompressed body. If it exceeds the budget, reading it fails with
    /// [ResponseTooLargeException].
    public InputStream open() throws IOException {
        String encoding = header("content-encoding");
        InputStream decoded =
                switch (encoding) {
                    case "", "identity" -> body.open();
                    case "gzip", "x-gzip" -> new GZIPInputStream(body.open());
                    default -> throw new IOException("an unknown content encoding: " + PrintableText.of(encoding));
                };
        return new Counted(decoded, requestBudget);
    }

    /// Returns the charge for the objects that a parser creates from the body. The objects stay charged until the
    /// budget ends; the body itself only until this result is closed.
    public HeapCharge heap() {
        return requestBudget::charge;
    }

    /// Gives back the heap of the body.
    @Override
    public void close() {
        requestBudget.refund(body.size());
    }

    /// Returns true if the response is an HTML page, as proxies and starting servers send.
    public boolean isWebPage() {
        return header("content-type").startsWith("text/html");
    }

    /// Returns a description of the response for messages: status, content type and size, nothing of the body.
    public String describe() {
        String type = header("content-type");
        return "HTTP %d, %s, %d bytes"
                .formatted(status, type.isEmpty() ? "no content type" : PrintableText.of(type), body.size());
    }

    private String header(String name) {
        return headers.firstValue(name).orElse("").strip().toLowerCase(Locale.ROOT);
    }

    private static final class Counted extends FilterInputStream {
        private final RequestBudget requestBudget;

        Counted(InputStream in, RequestBudget requestBudget) {
            super(in);
            this.requestBudget = requestBudget;
        }

        @Override
        public int read() throws IOException {
            int b = in.read();
            if (b >= 0) {
                requestBudget.spend(1);
            }
            return b;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = in.read(into, offset, length);
            if (count > 0) {
                requestBudget.spend(count);
            }
            return count;
        }
    }
}
