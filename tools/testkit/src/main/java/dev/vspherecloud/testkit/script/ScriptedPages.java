package dev.vspherecloud.testkit.script;

import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import java.util.List;

/// Returns `RetrievePropertiesEx` in pages, even if the client did not ask for pages: a real server may limit its
/// results, and the simulator never does.
///
/// Each token is valid once, for the next page. Rule from: vSphere API reference, PropertyCollector,
/// ContinueRetrievePropertiesEx.
///
/// Threads: any; guarded by this object's monitor.
public final class ScriptedPages {
    private final List<List<String>> pages;
    private int served;

    private ScriptedPages(List<List<String>> pages) {
        this.pages = pages;
    }

    /// @param pages of objects, each from [VimXml#object]
    public static ScriptedPages of(List<List<String>> pages) {
        return new ScriptedPages(List.copyOf(pages));
    }

    /// Adds both methods to the script of a vCenter.
    public void on(ScriptedVcenter vcenter) {
        vcenter.on("RetrievePropertiesEx", Reply.with(_ -> first()));
        vcenter.on(
                "ContinueRetrievePropertiesEx", (request, line) -> next(request).to(request, line));
    }

    private synchronized Response first() {
        served = 0;
        return Replies.soapResponse("RetrievePropertiesEx", page());
    }

    private synchronized Reply next(Request request) {
        boolean isExpected = served < pages.size() && request.body().text().contains(token());
        return isExpected
                ? Reply.of(Replies.soapResponse("ContinueRetrievePropertiesEx", page()))
                : Replies.fault("InvalidArgument", "A specified parameter was not correct: token");
    }

    private String page() {
        String objects = pages.isEmpty() ? "" : String.join("", pages.get(served));
        served++;
        String token = served < pages.size() ? "<token>" + token() + "</token>" : "";
        return "<returnval>" + token + objects + "</returnval>";
    }

    private String token() {
        return "page-" + served + "-of-" + pages.size();
    }
}
