package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Failures of vCenter as rules for the [FaultProxy] in front of it.
///
/// Each rule lasts until it is removed; limit it with [Rule#times], [Rule#after] and [Rule#withProbability].
public final class VcenterRules {
    private static final Pattern RETURNED = Pattern.compile("<returnval[^>]*>[^<]*</returnval>");
    private static final Pattern OBJECT = Pattern.compile("<objects>.*?</objects>", Pattern.DOTALL);
    private static final Pattern TOKEN = Pattern.compile("<token>[^<]*</token>");
    private static final String READ = "RetrieveProperties";

    private VcenterRules() {}

    /// Accepts every call and never responds.
    public static Rule blackHole() {
        return Rule.onAny().then(Fault.hang());
    }

    /// Refuses every login, over SOAP and REST. Existing sessions go on.
    public static List<Rule> loginsRefused() {
        return List.of(
                Rule.on("Login")
                        .then(Fault.soapFault(
                                "InvalidLogin", "Cannot complete login due to an incorrect user name or password.")),
                Rule.when("REST logins", (name, _) -> name.startsWith("POST /") && name.endsWith("/session"))
                        .then(Fault.answer(401, "application/json", "{}")));
    }

    /// Loses the session during a read or a search.
    public static Rule sessionLost() {
        return Rule.when("reads and searches", (name, _) -> isRead(name) || isSearch(name))
                .then(Fault.soapFault("NotAuthenticated", "The session is not authenticated."));
    }

    /// Fails every REST call and no SOAP call: tags cannot be read.
    public static Rule failRest() {
        return Rule.when("REST", (name, _) -> name.contains(" /rest/") || name.contains(" /api/"))
                .then(Fault.answer(503, "text/html", "<html>Service Unavailable</html>"));
    }

    /// Returns empty results for searches.
    public static Rule searchesFindNothing() {
        return Rule.when("searches", (name, _) -> isSearch(name))
                .then(rewriting(text -> RETURNED.matcher(text).replaceAll("")));
    }

    /// Reports that a VM does not exist: a read of this reference fails, or omits the VM if the read tolerates that.
    public static List<Rule> noSuchVm(String ref) {
        var named = ">" + ref + "<";
        return List.of(
                Rule.when(
                                "tolerant reads of " + ref,
                                (name, request) -> mentions(name, request, named) && isTolerant(request))
                        .then(rewriting(
                                text -> OBJECT.matcher(text).replaceAll(object -> without(object.group(), named)))),
                Rule.when("reads of " + ref, (name, request) -> mentions(name, request, named))
                        .then(Fault.answer(
                                500,
                                "text/xml; charset=utf-8",
                                SoapFaults.envelope(
                                        "ManagedObjectNotFound",
                                        "The object '" + ref + "' has already been deleted or has not been completely"
                                                + " created",
                                        "<obj type=\"VirtualMachine\">" + ref + "</obj>"))));
    }

    /// Ends a page of objects after this number, and does not say that there are more.
    public static Rule pagesCutTo(int objects) {
        return Rule.when("pages of objects", (name, _) -> isRead(name))
                .then(rewriting(
                        text -> TOKEN.matcher(firstObjects(text, objects)).replaceAll("")));
    }

    /// Returns the first response to a read of this reference for all later reads, so that the client does not see
    /// changes.
    public static Rule staleReads(String ref) {
        var first = new AtomicReference<Optional<Response>>(Optional.empty());
        return Rule.when("reads of " + ref, (name, request) -> mentions(name, request, ">" + ref + "<"))
                .then(Fault.mutate(answer -> first.updateAndGet(old -> Optional.of(old.orElse(answer)))
                        .orElseThrow()));
    }

    private static boolean isRead(String name) {
        return name.startsWith(READ) || name.equals("ContinueRetrievePropertiesEx");
    }

    private static boolean isSearch(String name) {
        return name.startsWith("FindAllBy") || name.startsWith("FindBy");
    }

    private static boolean mentions(String name, Request request, String text) {
        return name.startsWith(READ) && request.body().text().contains(text);
    }

    private static boolean isTolerant(Request request) {
        return request.body().text().contains("<reportMissingObjectsInResults>true<");
    }

    private static String without(String object, String named) {
        return object.contains("<obj type=\"VirtualMachine\"" + named.substring(0, named.length() - 1) + "</obj>")
                ? ""
                : Matcher.quoteReplacement(object);
    }

    private static String firstObjects(String text, int count) {
        var seen = new int[1];
        return OBJECT.matcher(text)
                .replaceAll(object -> seen[0]++ < count ? Matcher.quoteReplacement(object.group()) : "");
    }

    private static Fault rewriting(UnaryOperator<String> change) {
        return Fault.mutate(
                answer -> answer.withBody(Content.of(change.apply(answer.body().text()))));
    }
}
