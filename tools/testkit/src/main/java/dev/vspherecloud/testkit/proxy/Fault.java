package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Response;
import java.time.Duration;
import java.util.function.UnaryOperator;

/// The effect of a rule on a call.
public sealed interface Fault {
    /// No fault: forwards the call and returns the server's response.
    record Pass() implements Fault {}

    /// Waits, then applies another fault. The wait is real time and ends if the client leaves.
    record Delay(Duration before, Fault then) implements Fault {}

    /// Forwards the call at once, and delays the response. Unlike after a [Delay], the server has done its work even if
    /// the client leaves in between.
    record HoldAnswer(Duration time) implements Fault {}

    /// Does not respond until the rule is removed or released; then forwards the call.
    record Hang() implements Fault {}

    /// Closes the connection without a response; the server does not receive the call.
    record Refuse() implements Fault {}

    /// Like [Refuse], with a TCP reset.
    record Reset() implements Fault {}

    /// Responds instead of the server; the server does not receive the call.
    record Answer(Response response) implements Fault {}

    /// Forwards the call and breaks the response off.
    ///
    /// @param bytes of the response that arrive, its head included; 0 loses the response to work that was done
    /// @param reset true to end the connection with a TCP reset, false to close it
    record CutAfter(long bytes, boolean reset) implements Fault {}

    /// Forwards the call, and sends the response slowly.
    record Trickle(int bytesPerSecond) implements Fault {
        public Trickle {
            if (bytesPerSecond < 1) {
                throw new IllegalArgumentException("a trickle of " + bytesPerSecond + " bytes a second never ends");
            }
        }
    }

    /// Forwards the call and changes the response, which is held in memory for that. Not for streams.
    record Mutate(UnaryOperator<Response> change) implements Fault {}

    static Fault pass() {
        return new Pass();
    }

    static Fault delay(Duration before) {
        return new Delay(before, new Pass());
    }

    static Fault holdAnswer(Duration time) {
        return new HoldAnswer(time);
    }

    static Fault hang() {
        return new Hang();
    }

    static Fault refuse() {
        return new Refuse();
    }

    static Fault reset() {
        return new Reset();
    }

    static Fault cutAfter(long bytes) {
        return new CutAfter(bytes, false);
    }

    static Fault resetAfter(long bytes) {
        return new CutAfter(bytes, true);
    }

    static Fault trickle(int bytesPerSecond) {
        return new Trickle(bytesPerSecond);
    }

    static Fault mutate(UnaryOperator<Response> change) {
        return new Mutate(change);
    }

    static Fault answer(Response response) {
        return new Answer(response);
    }

    static Fault answer(int status, String contentType, String body) {
        return new Answer(Response.of(status, contentType, Content.of(body)));
    }

    /// A vim25 fault without fields, in vCenter's format.
    ///
    /// @param type such as `NotAuthenticated` or `InvalidCollectorVersion`
    static Fault soapFault(String type, String message) {
        return answer(500, "text/xml; charset=utf-8", SoapFaults.envelope(type, message, ""));
    }
}
