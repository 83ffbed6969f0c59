package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/// Returns the name by which a request is counted.
///
/// | request | name |
/// |---|---|
/// | SOAP | the method: `WaitForUpdatesEx` |
/// | REST | method, path with its ids collapsed, action: `POST /api/cis/tagging/tag-association list-attached-tags` |
/// | Kubernetes | verb and resource: `watch nodes`, `patch nodes/status` |
/// | anything else | `GET /sdk/vimServiceVersions.xml` |
public final class CallName {
    private static final Pattern ID = Pattern.compile("id:.*|urn:.*|[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}|[a-z]+-\\d+");
    private static final Pattern API_VERSION = Pattern.compile("v\\d+((alpha|beta)\\d+)?");

    private CallName() {}

    public static String of(Request request) {
        if (request.method().equals("POST") && looksLikeXml(request)) {
            return SoapMethod.of(request.body()).orElse(plain(request));
        }
        List<String> segments = segments(request.path());
        int resource = kubernetesResourceAt(segments);
        return resource > 0 ? kubernetes(request, segments.subList(resource, segments.size())) : plain(request);
    }

    /// Returns true if this is the name of a SOAP method: all other names have two words.
    static boolean isSoap(String name) {
        return name.indexOf(' ') < 0;
    }

    private static boolean looksLikeXml(Request request) {
        return request.head().value("Content-Type").orElse("").contains("xml")
                || request.body().text().stripLeading().startsWith("<");
    }

    private static String plain(Request request) {
        var path = new StringBuilder();
        segments(request.path())
                .forEach(segment -> path.append('/').append(ID.matcher(segment).matches() ? "{id}" : segment));
        var actions = new ArrayList<String>();
        actions.addAll(request.head().query("~action"));
        actions.addAll(request.head().query("action"));
        String action = actions.isEmpty() ? "" : " " + actions.getFirst();
        return request.method() + " " + (path.isEmpty() ? "/" : path) + action;
    }

    /// Returns the index of the resource in `/api/v1/…` or `/apis/group/v1/…`; 0 if the path is neither.
    private static int kubernetesResourceAt(List<String> segments) {
        if (segments.size() > 2 && segments.getFirst().equals("api") && isApiVersion(segments.get(1))) {
            return 2;
        }
        return segments.size() > 3 && segments.getFirst().equals("apis") && isApiVersion(segments.get(2)) ? 3 : 0;
    }

    private static boolean isApiVersion(String segment) {
        return API_VERSION.matcher(segment).matches();
    }

    private static String kubernetes(Request request, List<String> path) {
        boolean namespaced = path.getFirst().equals("namespaces") && path.size() > 2;
        List<String> resource = namespaced ? path.subList(2, path.size()) : path;
        boolean named = resource.size() > 1;
        String subresource = resource.size() > 2 ? "/" + resource.get(2) : "";
        return verb(request, named) + " " + resource.getFirst() + subresource;
    }

    private static String verb(Request request, boolean named) {
        return switch (request.method()) {
            case "GET" -> watches(request) ? "watch" : named ? "get" : "list";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> named ? "delete" : "deletecollection";
            default -> request.method();
        };
    }

    private static boolean watches(Request request) {
        return request.head().query("watch").stream().anyMatch(value -> value.equals("true") || value.equals("1"));
    }

    private static List<String> segments(String path) {
        return Arrays.stream(path.split("/"))
                .filter(segment -> !segment.isEmpty())
                .toList();
    }
}
