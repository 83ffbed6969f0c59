package dev.vspherecloud.ccm.application.status;

import dev.vspherecloud.ccm.application.flag.ProgramName;
import dev.vspherecloud.ccm.application.metrics.NodeWithReason;
import dev.vspherecloud.ccm.application.metrics.VcenterState;
import dev.vspherecloud.ccm.domain.breaker.Incident;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Renders the status page. Pure.
///
/// Each table shows at most [#ROWS] rows and says how many more there are, so the page stays small in a large cluster.
final class StatusHtml {
    static final int ROWS = 100;

    private static final int MAX_VCENTERS = 64;

    private static final String CORRECT_CREDENTIALS =
            "Correct the Secret before the next restart. The next leader has no earlier credentials, and cannot log in.";

    private final HtmlWriter out = new HtmlWriter();
    private final StatusModel model;
    private final StatusQuery query;

    private StatusHtml(StatusModel model, StatusQuery query) {
        this.model = model;
        this.query = query;
    }

    static String of(StatusModel model, StatusQuery query) {
        var page = new StatusHtml(model, query);
        page.write();
        return page.out.toString();
    }

    private void write() {
        out.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .text("<title>Status: ", ProgramName.VALUE, "</title>\n")
                .markup("<style>" + StatusStyle.CSS + "</style>\n</head>\n<body>\n");
        writeHead();
        out.markup("<main>\n");
        if (model.leader().leads()) {
            writeVcenters();
            writeWithheld();
            writeNodes();
            writeChanges();
        } else {
            out.markup("<p>A standby connects to no vCenter and writes to no Node. Open this page on the leader; ")
                    .markup("<code>kubectl vsphere status</code> finds it.</p>\n");
        }
        out.markup("</main>\n</body>\n</html>\n");
    }

    private void writeHead() {
        out.markup("<header>\n").text("<h1>", ProgramName.VALUE, "</h1>\n<dl class=\"facts\">\n");
        fact(
                "Role",
                () -> out.markup(
                        model.leader().leads()
                                ? "<span class=\"badge good\">leader</span>"
                                : "<span class=\"badge warn\">standby</span>"));
        model.leader().identity().ifPresent(identity -> fact("This process", () -> out.text(identity)));
        if (!model.leader().leads()) {
            fact("Leader", () -> out.text(model.leader().otherLeader().orElse("none yet")));
        }
        fact("Version", () -> out.text(model.version()));
        fact("Running for", () -> out.text(length(Duration.between(model.started(), model.at()))));
        fact("As of", () -> time(model.at()));
        out.markup(
                        "</dl>\n<p class=\"dim\">The page shows the state at this time. <a href=\"status\">Read it again</a>")
                .markup("</p>\n</header>\n");
    }

    private void fact(String name, Runnable value) {
        out.text("<div><dt>", name, "</dt><dd>");
        value.run();
        out.markup("</dd></div>\n");
    }

    private void writeVcenters() {
        out.markup("<h2 id=\"vcenters\">vCenters</h2>\n");
        List<String> columns =
                List.of("vCenter", "State", "Last answer", "Sessions", "Calls in the last minute", "Certificate until");
        table("vcenters", columns, first(model.vcenters(), MAX_VCENTERS), each -> {
            rowHead(each.name());
            cell("State", "", () -> writeState(each));
            cell(
                    "Last answer",
                    "time",
                    () -> out.text(
                            each.lastAnswer().map(age -> length(age) + " ago").orElse("none now")));
            cell(
                    "Sessions",
                    "number",
                    () -> out.text("%d SOAP, %d REST".formatted(each.soapSessions(), each.restSessions())));
            cell(
                    "Calls in the last minute",
                    "number",
                    () -> out.text(each.callsLastMinute().map(String::valueOf).orElse("not known yet")));
            cell("Certificate until", "time", () -> each.certificateEnd()
                    .ifPresentOrElse(this::date, () -> out.text("not seen yet")));
        });
        if (model.vcenters().isEmpty()) {
            out.markup("<p>No vCenter is configured.</p>\n");
        }
        more(model.vcenters().size() - MAX_VCENTERS, "vCenters");
        first(model.vcenters(), MAX_VCENTERS).forEach(each -> {
            each.silence()
                    .ifPresent(reason -> writeProblem(
                            each.name() + ": " + reason.code().title(),
                            reason.message(),
                            reason.code().remedy()));
            each.credentialsKeptBecause()
                    .ifPresent(why -> writeProblem(
                            each.name() + ": The provider uses its previous credentials", why, CORRECT_CREDENTIALS));
        });
    }

    private void writeState(VcenterState vcenter) {
        vcenter.silence()
                .ifPresentOrElse(
                        reason -> out.text(
                                "<span class=\"badge bad\">", reason.code().text(), "</span>"),
                        () -> out.markup(
                                vcenter.lastAnswer().isPresent()
                                        ? "<span class=\"badge good\">answers</span>"
                                        : "<span class=\"badge warn\">connecting</span>"));
    }

    private void writeProblem(String title, String message, String remedy) {
        out.markup("<div class=\"box\">")
                .text("<p><strong>", title, "</strong></p>")
                .markup("<p>")
                .sentences(message)
                .markup("</p>");
        remedy(remedy);
        out.markup("</div>\n");
    }

    private void remedy(String sentences) {
        out.markup("<p><span class=\"dim\">What to do:</span> ")
                .sentences(sentences)
                .markup("</p>");
    }

    private void writeWithheld() {
        List<NodeWithReason> withheld = model.withheld().stream()
                .filter(each ->
                        query.selects(each.node().value(), each.reason().code().text()))
                .toList();
        out.markup("<h2 id=\"deletions\">Deletions withheld</h2>\n");
        model.incident().ifPresent(this::writeIncident);
        if (withheld.isEmpty()) {
            out.markup(
                    query.selectsAll()
                            ? "<p>The provider withholds no deletion of a Node.</p>\n"
                            : "<p>The provider withholds no deletion of a Node that you selected.</p>\n");
            return;
        }
        out.markup("<p>vCenter does not show the VM of these Nodes, and the provider does not delete them.</p>\n");
        table("deletions", List.of("Node", "Reason", "Since", "Message"), first(withheld, ROWS), this::writeReason);
        more(withheld.size() - ROWS, "Nodes; use the filter below");
    }

    private void writeIncident(Incident incident) {
        out.markup("<div class=\"box\">")
                .text("<p><strong>Incident <code>", incident.id(), "</code></strong></p><p>")
                .text(incident.cause())
                .text(
                        "</p><p>Affected Nodes: ",
                        String.valueOf(incident.members().size()),
                        "</p>");
        remedy(NodeReason.MASS_DISAPPEARANCE.remedy().replace("<id>", incident.id()));
        out.markup("</div>\n");
    }

    private void writeNodes() {
        out.markup("<h2 id=\"nodes\">Nodes</h2>\n<dl class=\"facts\">\n");
        model.nodesByState().forEach((state, count) -> out.text("<div><dt>", state, "</dt>")
                .text("<dd class=\"count\">", String.valueOf(count), "</dd></div>\n"));
        out.markup("</dl>\n");
        writeFilter();
        writeCodes();
        List<NodeWithReason> selected = model.reasons().stream()
                .filter(each ->
                        query.selects(each.node().value(), each.reason().code().text()))
                .toList();
        if (selected.isEmpty()) {
            out.markup(
                    query.selectsAll()
                            ? "<p>No Node has a reason that you need to look at.</p>\n"
                            : "<p>No Node that you selected has a reason.</p>\n");
            return;
        }
        int pages = (selected.size() + ROWS - 1) / ROWS;
        int page = Math.min(query.page(), pages);
        List<NodeWithReason> rows = selected.subList((page - 1) * ROWS, Math.min(page * ROWS, selected.size()));
        out.markup("<h3 id=\"rows\">Nodes with a reason</h3>\n");
        table("rows", List.of("Node", "Reason", "Since", "Message"), rows, this::writeReason);
        writePages(page, pages, selected.size());
    }

    private void writeReason(NodeWithReason each) {
        rowHead(each.node().value());
        cell("Reason", "code", () -> out.text(each.reason().code().text()));
        cell("Since", "time", () -> age(each.since()));
        cell("Message", "long", () -> out.sentences(each.reason().message()));
    }

    private void writeFilter() {
        out.markup("<form action=\"status\"><label for=\"node\">Name of the Node contains</label> ")
                .text("<input id=\"node\" name=\"node\" value=\"", query.node().orElse(""), "\"> ");
        query.reason().ifPresent(code -> out.text("<input type=\"hidden\" name=\"reason\" value=\"", code, "\">"));
        out.markup("<button>Filter</button>");
        if (!query.selectsAll()) {
            out.markup(" <a href=\"status\">Show all</a>");
        }
        query.reason().ifPresent(code -> out.text(" <span>Only the reason <strong>", code, "</strong></span>"));
        out.markup("</form>\n");
    }

    private void writeCodes() {
        Map<ReasonCode, Integer> counts = counts(model.reasons().stream()
                .filter(each -> query.selectsNode(each.node().value()))
                .toList());
        if (counts.isEmpty()) {
            return;
        }
        out.markup("<h3 id=\"reasons\">Reasons</h3>\n");
        table("reasons", List.of("Reason", "Nodes", "Meaning", "What to do"), counts.entrySet(), entry -> {
            ReasonCode code = entry.getKey();
            out.text(
                            "<th scope=\"row\" role=\"rowheader\"><a href=\"",
                            link(Optional.of(code.text()), query.node(), 1),
                            "\">")
                    .text(code.text())
                    .markup("</a></th>");
            cell("Nodes", "number", () -> out.text(String.valueOf(entry.getValue())));
            cell("Meaning", "", () -> out.text(code.title()));
            cell("What to do", "", () -> out.sentences(code.remedy()));
        });
    }

    /// Returns the number of Nodes for each reason, the most frequent first.
    private static Map<ReasonCode, Integer> counts(List<NodeWithReason> reasons) {
        var counts = new LinkedHashMap<ReasonCode, Integer>();
        reasons.forEach(each -> counts.merge(each.reason().code(), 1, Integer::sum));
        var ordered = new LinkedHashMap<ReasonCode, Integer>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<ReasonCode, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(entry -> entry.getKey().text()))
                .forEach(entry -> ordered.put(entry.getKey(), entry.getValue()));
        return ordered;
    }

    private void writePages(int page, int pages, int rows) {
        if (pages == 1) {
            return;
        }
        out.markup("<nav aria-label=\"Pages of the table of Nodes\"><p>")
                .text("Page %d of %d, %d rows. ".formatted(page, pages, rows));
        pageLink(page > 1, page - 1, "Previous");
        pageLink(page < pages, page + 1, "Next");
        out.markup("</p></nav>\n");
    }

    private void pageLink(boolean isShown, int page, String text) {
        if (isShown) {
            out.text("<a href=\"", link(query.reason(), query.node(), page) + "#rows", "\">")
                    .text(text)
                    .markup("</a>");
        }
    }

    private static String link(Optional<String> reason, Optional<String> node, int page) {
        return "status?page="
                + page
                + reason.map(text -> "&reason=" + encoded(text)).orElse("")
                + node.map(text -> "&node=" + encoded(text)).orElse("");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private void writeChanges() {
        List<NodeWrite> changes = model.changes().stream()
                .filter(each -> query.selectsNode(each.node().value()))
                .toList();
        out.markup("<h2 id=\"changes\">Last changes</h2>\n");
        if (changes.isEmpty()) {
            out.markup("<p>This process has written to none of these Nodes yet.</p>\n");
            return;
        }
        table("changes", List.of("Node", "Time", "Change"), first(changes, ROWS), each -> {
            rowHead(each.node().value());
            cell("Time", "time", () -> age(each.at()));
            cell("Change", "long", () -> out.text(each.text()));
        });
        more(changes.size() - ROWS, "changes");
    }

    private void more(int count, String what) {
        if (count > 0) {
            out.text("<p>and ", "%d more %s".formatted(count, what), "</p>\n");
        }
    }

    private interface RowWriter<T> {
        void write(T row);
    }

    /// Writes a table. The roles keep its meaning for screen readers on narrow screens, where the style sheet shows
    /// rows as blocks.
    private <T> void table(String label, List<String> columns, Collection<T> rows, RowWriter<T> writer) {
        if (rows.isEmpty()) {
            return;
        }
        out.text("<table role=\"table\" aria-labelledby=\"", label, "\">\n")
                .markup("<thead role=\"rowgroup\"><tr role=\"row\">");
        columns.forEach(each -> out.text("<th scope=\"col\" role=\"columnheader\">", each, "</th>"));
        out.markup("</tr></thead>\n<tbody role=\"rowgroup\">\n");
        rows.forEach(row -> {
            out.markup("<tr role=\"row\">");
            writer.write(row);
            out.markup("</tr>\n");
        });
        out.markup("</tbody>\n</table>\n");
    }

    private void rowHead(String text) {
        out.text("<th scope=\"row\" role=\"rowheader\">", text, "</th>");
    }

    private void cell(String column, String style, Runnable content) {
        out.text("<td role=\"cell\" data-label=\"", column, "\"")
                .markup(style.isEmpty() ? ">" : " class=\"" + style + "\">");
        content.run();
        out.markup("</td>");
    }

    private static <T> List<T> first(List<T> all, int count) {
        return all.subList(0, Math.min(all.size(), count));
    }

    /// Writes how long ago a time was, and the time.
    private void age(Instant at) {
        out.text(length(Duration.between(at, model.at())) + " ago").markup(" <span class=\"dim\">");
        time(at);
        out.markup("</span>");
    }

    private void time(Instant at) {
        String text = at.truncatedTo(ChronoUnit.SECONDS).toString();
        out.text("<time datetime=\"", text, "\">")
                .text(text.replace('T', ' ').replace("Z", " UTC"))
                .markup("</time>");
    }

    private void date(Instant at) {
        String text = at.toString().substring(0, 10);
        out.text("<time datetime=\"", text, "\">").text(text).markup("</time>");
    }

    /// Returns a length of time in its two largest units, for example `3 h 12 min`.
    static String length(Duration time) {
        Duration positive = time.isNegative() ? Duration.ZERO : time;
        if (positive.toDays() > 0) {
            return "%d d %d h".formatted(positive.toDays(), positive.toHoursPart());
        }
        if (positive.toHours() > 0) {
            return "%d h %d min".formatted(positive.toHours(), positive.toMinutesPart());
        }
        return positive.toMinutes() > 0
                ? "%d min %d s".formatted(positive.toMinutes(), positive.toSecondsPart())
                : positive.toSeconds() + " s";
    }
}
