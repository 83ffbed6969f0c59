package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Response;
import java.time.Duration;
import java.util.function.UnaryOperator;

/// What a rule does to a call.
public sealed interface Fault {
    /// Nothing: the call goes to the server and its answer comes back.
    record Pass() implements Fault {}

    /// Waits, then does something else. The wait is real time and ends when the client leaves.
    record Delay(Duration before, Fault then) implements Fault {}

    /// Lets the server answer at once, and holds the answer back for so long. Unlike after a [Delay], the server has
    /// done its work even if the client leaves meanwhile.
    record HoldAnswer(Duration time) implements Fault {}

    /// Does not answer until the rule is removed or released; then passes.
    record Hang() implements Fault {}

    /// Closes the connection without an answer; the server never hears of the call.
    record Refuse() implements Fault {}

    /// As [Refuse], with a TCP reset.
    record Reset() implements Fault {}

    /// Answers in the server's place; the server never hears of the call.
    record Answer(Response response) implements Fault {}

    /// Lets the server answer and breaks off.
    ///
    /// @param bytes of the response that arrive, its head included; 0 loses the answer to work that was done
    /// @param reset whether the connection ends with a TCP reset, or just closes
    record CutAfter(long bytes, boolean reset) implements Fault {}

    /// Lets the server answer, and the answer drip.
    record Trickle(int bytesPerSecond) implements Fault {
        public Trickle {
            if (bytesPerSecond < 1) {
                throw new IllegalArgumentException("a trickle of " + bytesPerSecond + " bytes a second never ends");
            }
        }
    }

    /// Lets the server answer and changes the answer, which is held in memory for that. Not for streams.
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

    /// A vim25 fault without fields, as vCenter words it.
    ///
    /// @param type such as `NotAuthenticated` or `InvalidCollectorVersion`
    static Fault soapFault(String type, String message) {
        return answer(500, "text/xml; charset=utf-8", SoapFaults.envelope(type, message, ""));
    }
}
