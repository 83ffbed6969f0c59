package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.RequestBudget;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.Vim25Answers.Page;
import dev.vspherecloud.vsphere.client.soap.SoapRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One read of properties, page by page, under one budget of time and bytes for all pages.
///
/// A server may split any response into pages, requested or not, so every response is checked for a token of a
/// next page.
///
/// Threads: one.
final class PagedRead {
    /// The largest number of pages, which no valid read reaches. It stops a server that sends pages without
    /// end.
    private static final int MAX_PAGES = 1_000;

    private final SoapClient soap;
    private final Timeouts timeouts;
    private final MoRef collector;
    private final RequestBudget requestBudget;
    private final List<ObjectContent> objects = new ArrayList<>();

    PagedRead(SoapClient soap, Timeouts timeouts, MoRef collector) {
        this.soap = soap;
        this.timeouts = timeouts;
        this.collector = collector;
        this.requestBudget = soap.http().newBudget(timeouts.read());
    }

    /// Reads all pages.
    List<ObjectContent> readAll(RetrieveQuery query) {
        return readUpTo(query, 0, MAX_PAGES)
                .orElseThrow(() -> new CallContext(soap.http().endpoint(), "ContinueRetrievePropertiesEx")
                        .failed(Kind.TOO_LARGE, "there are more than %d pages".formatted(MAX_PAGES)));
    }

    /// Reads all pages; empty if there are more than `maxPages`.
    Optional<List<ObjectContent>> readUpTo(RetrieveQuery query, int pageSize, int maxPages) {
        Optional<String> next = read(Vim25Requests.retrieveProperties(collector, query, pageSize));
        for (int pages = 1; next.isPresent(); pages++) {
            if (pages >= maxPages) {
                cancel(next.get());
                return Optional.empty();
            }
            next = read(Vim25Requests.continueRetrieveProperties(collector, next.get()));
        }
        return Optional.of(List.copyOf(objects));
    }

    private Optional<String> read(SoapRequest request) {
        Page page = soap.call(request, requestBudget, timeouts.call(), Vim25Answers::page);
        for (ObjectContent object : page.objects()) {
            soap.requireSession(request.method(), object.missing());
        }
        objects.addAll(page.objects());
        return page.token();
    }

    private void cancel(String token) {
        try {
            var request = Vim25Requests.cancelRetrieveProperties(collector, token);
            soap.call(request, requestBudget, timeouts.call(), Vim25Answers::readEmpty);
        } catch (VcenterException e) {
            if (e.kind() != Kind.UNSUPPORTED) {
                throw e;
            }
        }
    }
}
