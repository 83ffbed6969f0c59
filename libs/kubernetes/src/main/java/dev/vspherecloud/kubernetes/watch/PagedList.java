package dev.vspherecloud.kubernetes.watch;

import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import java.util.function.Consumer;
import java.util.function.Function;

/// Reads all objects of a collection page by page.
///
/// A page has a limited number of objects. Objects may be large, and the API server limits only their number, so a
/// page that has too many bytes is requested again with half the number. If a single object has too many, the list
/// fails: a list that cannot be completed must not look complete.
///
/// Threads: one, which reads the list once.
public final class PagedList {
    /// The number of objects in one page of a list. A page of Nodes with all fields (12 kB each) is still small
    /// for the heap.
    static final int PAGE = 250;

    /// After a page with fewer bytes, the next one has twice the number of objects again.
    private static final int SMALL = 1 << 20;

    private final Function<ApiCall, ApiAnswer> sender;
    private final String path;
    private final String selector;
    private int limit = PAGE;
    private String next = "";

    /// Creates a list that is read with the time budget of the API server's client for each page.
    ///
    /// @param path     the path of the collection
    /// @param selector the labels of the objects, see [Store#selector]
    public PagedList(ApiServer server, String path, String selector) {
        this(server::expect, path, selector);
    }

    /// Creates a list.
    ///
    /// @param sender sends the request for one page
    public PagedList(Function<ApiCall, ApiAnswer> sender, String path, String selector) {
        this.sender = sender;
        this.path = path;
        this.selector = selector;
    }

    /// Reads all pages. Throws [KubeException] if one of them cannot be read.
    public <T> void forEach(ObjectReader<T> reader, Consumer<? super T> consumer) {
        do {
            page(reader, answer()).objects().forEach(consumer);
        } while (hasNext());
    }

    /// Requests the next page.
    public ApiAnswer answer() {
        while (true) {
            try {
                return sender.apply(request());
            } catch (KubeException e) {
                if (e.kind() != Kind.TOO_LARGE || limit == 1) {
                    throw e;
                }
                limit = Math.max(1, limit / 2);
            }
        }
    }

    /// Reads the page in the response to the last request.
    public <T> Store.Page<T> page(ObjectReader<T> reader, ApiAnswer answer) {
        byte[] body = answer.body().bytes();
        Store.Page<T> page = reader.page(body);
        next = page.next();
        if (body.length < SMALL) {
            limit = Math.min(PAGE, limit * 2);
        }
        return page;
    }

    /// Returns true if the list continues after the page that was read last.
    public boolean hasNext() {
        return !next.isEmpty();
    }

    /// Returns the request for the next page.
    public ApiCall request() {
        return ApiCall.get("%s?limit=%d%s%s"
                .formatted(path, limit, parameter("labelSelector", selector), parameter("continue", next)));
    }

    static String parameter(String name, String value) {
        return value.isEmpty() ? "" : "&" + name + "=" + ApiCall.encode(value);
    }
}
