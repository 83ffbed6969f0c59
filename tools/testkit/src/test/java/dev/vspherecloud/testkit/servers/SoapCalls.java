package dev.vspherecloud.testkit.servers;

import dev.vspherecloud.testkit.inventory.TaggedObject;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A minimal SOAP and REST client, to see the state of a vCenter as a client sees it.
public final class SoapCalls implements AutoCloseable {
    private static final Pattern RETURNED = Pattern.compile("<returnval[^>]*>([^<]+)</returnval>");
    private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");
    private static final String COLLECTOR = "<_this type=\"PropertyCollector\">propertyCollector</_this>";

    private final SimulatedVcenter vcenter;
    private final URI url;
    private final Duration limit;
    private final HttpClient http;
    private String restSession = "";

    SoapCalls(SimulatedVcenter vcenter) {
        this(vcenter, vcenter.url(), vcenter.certificatePem(), Duration.ofSeconds(15));
    }

    private SoapCalls(SimulatedVcenter vcenter, URI url, String certificate, Duration limit) {
        this.vcenter = vcenter;
        this.url = url;
        this.limit = limit;
        this.http = HttpClient.newBuilder()
                .sslContext(Pem.trusting(certificate))
                .cookieHandler(new CookieManager())
                .build();
    }

    /// Sends the calls through a proxy.
    ///
    /// @param certificate the certificate to trust
    /// @param limit       the timeout of each call
    public static SoapCalls through(FaultProxy proxy, SimulatedVcenter vcenter, String certificate, Duration limit) {
        return new SoapCalls(vcenter, proxy.uri().resolve("/sdk"), certificate, limit);
    }

    public void login() {
        if (!tryLogin(vcenter.password()).contains("LoginResponse")) {
            throw new IllegalStateException("login refused");
        }
    }

    public String tryLogin(String password) {
        return call("<Login xmlns=\"urn:vim25\"><_this type=\"SessionManager\">SessionManager</_this><userName>"
                + vcenter.username() + "</userName><password>" + password + "</password></Login>");
    }

    /// Returns the references that a search finds, as XML.
    public String findAllByUuid(String uuid) {
        return call("<FindAllByUuid xmlns=\"urn:vim25\"><_this type=\"SearchIndex\">SearchIndex</_this><uuid>" + uuid
                + "</uuid><vmSearch>true</vmSearch></FindAllByUuid>");
    }

    String findByUuid(String uuid) {
        return returned(call("<FindByUuid xmlns=\"urn:vim25\"><_this type=\"SearchIndex\">SearchIndex</_this><uuid>"
                + uuid + "</uuid><vmSearch>true</vmSearch></FindByUuid>"));
    }

    /// @param chain the key of the first event of the chain
    String queryEvents(int chain) {
        return call("<QueryEvents xmlns=\"urn:vim25\"><_this type=\"EventManager\">EventManager</_this><filter>"
                + "<eventChainId>" + chain + "</eventChainId></filter></QueryEvents>");
    }

    public String properties(String type, String ref, String... paths) {
        return call("<RetrievePropertiesEx xmlns=\"urn:vim25\">" + COLLECTOR + "<specSet>" + spec(type, ref, paths)
                + "</specSet><options/></RetrievePropertiesEx>");
    }

    /// Watches one VM.
    ///
    /// @return the version for the first wait
    String watch(String ref, String... paths) {
        call("<CreateFilter xmlns=\"urn:vim25\">" + COLLECTOR + "<spec>" + spec("VirtualMachine", ref, paths)
                + "</spec><partialUpdates>false</partialUpdates></CreateFilter>");
        var version = VERSION.matcher(waitForUpdates(""));
        if (!version.find()) {
            throw new IllegalStateException("no version");
        }
        return version.group(1);
    }

    String waitForUpdates(String version) {
        return call("<WaitForUpdatesEx xmlns=\"urn:vim25\">" + COLLECTOR + "<version>" + version
                + "</version><options><maxWaitSeconds>10</maxWaitSeconds></options></WaitForUpdatesEx>");
    }

    /// Sends a call to the volume manager.
    ///
    /// @return the reference of its task, or the whole answer
    String volumes(String method, String arguments) {
        return returned(call(at("/vsanHealth"), volumeCall(method, arguments)));
    }

    /// Sends such a call with an operation id in its header.
    String volumesAs(String operation, String method, String arguments) {
        var header = "<e:Header><operationID>" + operation + "</operationID></e:Header>";
        return returned(send(request(at("/vsanHealth"), header, volumeCall(method, arguments)), limit));
    }

    /// Sends such a call, and waits at most this time for its answer.
    String volumesWithin(Duration time, String method, String arguments) {
        return returned(send(request(at("/vsanHealth"), "", volumeCall(method, arguments)), time));
    }

    private static String volumeCall(String method, String arguments) {
        return "<%1$s xmlns=\"urn:vsan\"><_this type=\"CnsVolumeManager\">cns-volume-manager</_this>%2$s</%1$s>"
                .formatted(method, arguments);
    }

    /// Returns the tasks that a new TaskHistoryCollector finds, as XML.
    String tasks(String filter) {
        var collector = returned(call("<CreateCollectorForTasks xmlns=\"urn:vim25\"><_this type=\"TaskManager\">"
                + "TaskManager</_this><filter>" + filter + "</filter></CreateCollectorForTasks>"));
        return call("<ReadNextTasks xmlns=\"urn:vim25\"><_this type=\"TaskHistoryCollector\">" + collector
                + "</_this><maxCount>100</maxCount></ReadNextTasks>");
    }

    String call(String body) {
        return call(url, body);
    }

    private String call(URI to, String body) {
        return send(request(to, "", body));
    }

    private static HttpRequest.Builder request(URI to, String header, String body) {
        return HttpRequest.newBuilder(to)
                .header("Content-Type", "text/xml; charset=utf-8")
                .header("SOAPAction", "urn:vsan/8.0.3.0")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "<?xml version=\"1.0\"?><e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\""
                                + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">" + header + "<e:Body>"
                                + body + "</e:Body></e:Envelope>"));
    }

    public void loginRest() {
        var credentials = vcenter.username() + ":" + vcenter.password();
        var answer = send(HttpRequest.newBuilder(at("/rest/com/vmware/cis/session"))
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)))
                .POST(HttpRequest.BodyPublishers.noBody()));
        restSession = answer.replaceAll(".*:\"([^\"]+)\".*", "$1").strip();
    }

    public String attachedTags(TaggedObject object) {
        loginRest();
        return send(
                HttpRequest.newBuilder(at("/rest/com/vmware/cis/tagging/tag-association?~action=list-attached-tags"))
                        .header("vmware-api-session-id", restSession)
                        .POST(HttpRequest.BodyPublishers.ofString("{\"object_id\":{\"type\":\"%s\",\"id\":\"%s\"}}"
                                .formatted(object.type(), object.ref()))));
    }

    String get(String path) {
        return send(HttpRequest.newBuilder(at(path)));
    }

    boolean isAnsweredWithin(Duration time) {
        try {
            return http.send(
                                    HttpRequest.newBuilder(at("/about"))
                                            .timeout(time)
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (HttpTimeoutException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }

    private static String spec(String type, String ref, String... paths) {
        return "<propSet><type>" + type + "</type><all>false</all>"
                + Arrays.stream(paths)
                        .map(path -> "<pathSet>" + path + "</pathSet>")
                        .collect(Collectors.joining())
                + "</propSet><objectSet><obj type=\"" + type + "\">" + ref + "</obj></objectSet>";
    }

    private static String returned(String answer) {
        var match = RETURNED.matcher(answer);
        return match.find() ? match.group(1) : answer;
    }

    private URI at(String path) {
        return url.resolve(path);
    }

    private String send(HttpRequest.Builder request) {
        return send(request, limit);
    }

    private String send(HttpRequest.Builder request, Duration time) {
        try {
            return http.send(request.timeout(time).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
