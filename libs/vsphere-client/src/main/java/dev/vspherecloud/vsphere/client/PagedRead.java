package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.RequestBudget;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.Vim25Answers.Page;
import dev.vspherecloud.vsphere.client.soap.SoapRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

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

    PagedRead(SoapClient soap, Timeouts timeouts, MoRef collector) {
        this.soap = soap;
        this.timeouts = timeouts;
        this.collector = collector;
    }

    /// Reads all pages.
    List<ObjectContent> readAll(RetrieveQuery query) {
        var objects = new ArrayList<ObjectContent>();
        try (RequestBudget requestBudget = soap.http().newBudget(timeouts.read())) {
            if (!visit(query, 0, MAX_PAGES, requestBudget, objects::addAll)) {
                throw new CallContext(soap.http().endpoint(), "ContinueRetrievePropertiesEx")
                        .failed(Kind.TOO_LARGE, "there are more than %d pages".formatted(MAX_PAGES));
            }
        }
        return List.copyOf(objects);
    }

    /// Passes the objects of all pages to a consumer, page by page. The budget does not count the objects of a page
    /// that the consumer has received.
    ///
    /// @return false if there are more than `maxPages`
    boolean visitUpTo(RetrieveQuery query, int pageSize, int maxPages, Consumer<ObjectContent> consumer) {
        try (RequestBudget requestBudget = soap.http().newBudget(timeouts.read())) {
            return visit(query, pageSize, maxPages, requestBudget, objects -> {
                objects.forEach(consumer);
                requestBudget.refundAll();
            });
        }
    }

    private boolean visit(
            RetrieveQuery query,
            int pageSize,
            int maxPages,
            RequestBudget requestBudget,
            Consumer<List<ObjectContent>> consumer) {
        Set<String> paths = query.paths();
        Page page = read(Vim25Requests.retrieveProperties(collector, query, pageSize), paths, requestBudget);
        consumer.accept(page.objects());
        for (int pages = 1; page.token().isPresent(); pages++) {
            String token = page.token().get();
            if (pages >= maxPages) {
                cancel(token, requestBudget);
                return false;
            }
            page = read(Vim25Requests.continueRetrieveProperties(collector, token), paths, requestBudget);
            consumer.accept(page.objects());
        }
        return true;
    }

    private Page read(SoapRequest request, Set<String> paths, RequestBudget requestBudget) {
        Page page = soap.call(request, requestBudget, timeouts.call(), xml -> Vim25Answers.page(xml, paths));
        for (ObjectContent object : page.objects()) {
            soap.requireSession(request.method(), object.missing());
        }
        return page;
    }

    private void cancel(String token, RequestBudget requestBudget) {
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
