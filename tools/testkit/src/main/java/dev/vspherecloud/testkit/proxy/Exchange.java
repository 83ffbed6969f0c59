package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Framing;
import dev.vspherecloud.testkit.wire.Head;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import dev.vspherecloud.testkit.wire.Workers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// One call, from the request that was read to the end of its response.
final class Exchange {
    private static final int PIECE_BYTES = 16 * 1024;

    private final Request request;
    private final CallLog.Entry call;
    private final Connection client;
    private final Upstream upstream;
    private final RequestRewriter requestRewriter;
    private final Workers workers;

    Exchange(
            Request request,
            CallLog.Entry call,
            Connection client,
            Upstream upstream,
            RequestRewriter requestRewriter,
            Workers workers) {
        this.request = request;
        this.call = call;
        this.client = client;
        this.upstream = upstream;
        this.requestRewriter = requestRewriter;
        this.workers = workers;
    }

    /// Runs to the end of the response.
    ///
    /// @return what happens to the connection next
    Next run(ActiveRule.Firing firing) throws IOException, InterruptedException {
        return applyFault(firing.rule().fault(), firing);
    }

    private Next applyFault(Fault fault, ActiveRule.Firing firing) throws IOException, InterruptedException {
        return switch (fault) {
            case Fault.Delay(var before, Fault then) -> {
                workers.pause(before);
                yield applyFault(then, firing);
            }
            case Fault.Hang _ -> {
                firing.released().await();
                yield forward(Fault.pass());
            }
            case Fault.Refuse _ -> throw new ConnectionBrokenException(false, "fault: refuse");
            case Fault.Reset _ -> throw new ConnectionBrokenException(true, "fault: reset");
            case Fault.Answer(Response response) -> answer(response, fault);
            case Fault.Pass _, Fault.HoldAnswer _, Fault.CutAfter _, Fault.Trickle _, Fault.Mutate _ -> forward(fault);
        };
    }

    private Next answer(Response response, Fault fault) throws IOException {
        call.answered(response.status());
        response.writeTo(new FaultyOutput(client, call, workers, fault));
        return next(response.head());
    }

    private Next forward(Fault fault) throws IOException, InterruptedException {
        return switch (requestRewriter.outbound(request)) {
            case RewriteResult.Forward(Request sent) -> forward(sent, fault);
            case RewriteResult.Rejected(Response refusal) -> {
                hold(fault);
                yield change(refusal, changes(fault), fault);
            }
        };
    }

    private void hold(Fault fault) throws InterruptedException {
        if (fault instanceof Fault.HoldAnswer(Duration time)) {
            workers.pause(time);
        }
    }

    private Next forward(Request sent, Fault fault) throws IOException, InterruptedException {
        Upstream.Answer answer = send(sent);
        hold(fault);
        if (answer.head().status() == 101) {
            return upgrade(answer.head(), fault);
        }
        List<UnaryOperator<Response>> changes = changes(fault);
        Next next = changes.isEmpty() ? stream(answer, fault) : change(answer, changes, fault);
        if (answer.endsConnection()) {
            upstream.forget();
        }
        return next;
    }

    private Upstream.Answer send(Request sent) throws IOException {
        try {
            return upstream.send(sent.asksForWebSocket() ? sent : sent.withHead(endToEnd(sent.head())));
        } catch (IOException e) {
            throw lost(e);
        }
    }

    private List<UnaryOperator<Response>> changes(Fault fault) {
        var changes = new ArrayList<>(requestRewriter.responseChanges(request));
        if (fault instanceof Fault.Mutate(var change)) {
            changes.add(change);
        }
        return changes;
    }

    private Next upgrade(Head head, Fault fault) throws IOException {
        call.answered(head.status());
        new FaultyOutput(client, call, workers, fault).write(head.bytes());
        client.output().flush();
        return Next.TUNNEL;
    }

    private Next change(Upstream.Answer answer, List<UnaryOperator<Response>> changes, Fault fault) throws IOException {
        var response = new Response(inbound(answer.head()), Content.NONE).withBody(Content.of(readAll(answer.body())));
        return change(response, changes, fault);
    }

    private Next change(Response original, List<UnaryOperator<Response>> changes, Fault fault) throws IOException {
        Response response = original;
        for (var change : changes) {
            response = change.apply(response);
        }
        return answer(response, fault);
    }

    private Next stream(Upstream.Answer answer, Fault fault) throws IOException {
        Head head = inbound(answer.head());
        boolean untilClose = answer.framing() instanceof Framing.UntilClose;
        var out = new FaultyOutput(client, call, workers, fault);
        call.answered(head.status());
        out.write((untilClose ? head.with("Connection", "close") : head).bytes());
        client.output().flush();
        try (OutputStream body = answer.framing().encode(out)) {
            copy(answer.body(), body);
        }
        return untilClose ? Next.CLOSE : next(head);
    }

    private void copy(InputStream from, OutputStream to) throws IOException {
        var piece = new byte[PIECE_BYTES];
        for (int count = read(from, piece); count >= 0; count = read(from, piece)) {
            to.write(piece, 0, count);
            to.flush();
        }
    }

    private byte[] readAll(InputStream from) throws IOException {
        try {
            return from.readAllBytes();
        } catch (IOException e) {
            throw lost(e);
        }
    }

    /// Reads from the server. If the server breaks off, the client's connection breaks off as well.
    private int read(InputStream from, byte[] piece) throws IOException {
        try {
            return from.read(piece);
        } catch (IOException e) {
            throw lost(e);
        }
    }

    /// Returns the cause of the failure: if the client left, the proxy has closed the server's connection; else the
    /// server broke off.
    private IOException lost(IOException e) {
        return upstream.isClosed() ? e : new ConnectionBrokenException(true, "server: " + e.getMessage());
    }

    private Head inbound(Head head) {
        return requestRewriter.inbound(endToEnd(head));
    }

    /// Removes the headers that apply to one connection only.
    private static Head endToEnd(Head head) {
        return head.without("Connection", "Keep-Alive", "Proxy-Connection", "Upgrade", "HTTP2-Settings");
    }

    private Next next(Head answered) {
        boolean ends = request.head().lists("Connection", "close") || answered.lists("Connection", "close");
        return ends ? Next.CLOSE : Next.KEEP;
    }

    /// What happens to the client's connection after a response.
    enum Next {
        KEEP,
        CLOSE,
        TUNNEL
    }
}
