package dev.vspherecloud.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads JSON documents from untrusted servers. Any bytes result in a value or in a [MalformedJsonException].
///
/// A document is one value and nothing after it. An empty document is [Json#nothing]. If a member is given twice,
/// the last value counts. The depth of objects and lists and the length of texts and numbers are limited.
///
/// Threads: may be used from anywhere.
public final class JsonReader {
    /// About the bytes of the heap that a value takes without its text: the value, the header of its text, and
    /// its place in a list or object.
    private static final int VALUE_BYTES = 80;

    private static final JsonMeter UNMETERED = _ -> {};

    private final JsonFactory factory;
    private final String limits;

    /// Creates a reader with these limits.
    ///
    /// @param maxDepth  the largest depth of nested objects and lists
    /// @param maxLength the largest length of one text, in characters
    public JsonReader(int maxDepth, int maxLength) {
        this.factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxStringLength(maxLength)
                        .build())
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .build();
        this.limits = "JSON beyond the limits (%d levels, %d characters in a text)".formatted(maxDepth, maxLength);
    }

    public Json read(byte[] document) {
        return read(document, JsonFields.ALL);
    }

    public Json read(byte[] document, JsonFields fields) {
        return read(
                () -> factory.createParser(document), parser -> value(parser, parser.nextToken(), fields, UNMETERED));
    }

    public Json read(InputStream document) {
        return read(document, UNMETERED);
    }

    /// Reads a document whose values are charged to a budget.
    public Json read(InputStream document, JsonMeter meter) {
        return read(
                () -> factory.createParser(document),
                parser -> value(parser, parser.nextToken(), JsonFields.ALL, meter));
    }

    /// Reads an object in which one member is a long list. The reader does not keep the items: it passes each
    /// to a consumer as soon as it is read.
    ///
    /// @param fields  the fields of the object that are kept
    /// @param list    the name of the long list
    /// @param ofItems the fields of each item that are kept
    /// @return the object without the list
    public Json read(
            byte[] document, JsonFields fields, String list, JsonFields ofItems, Consumer<? super Json> consumer) {
        return read(() -> factory.createParser(document), parser -> {
            JsonToken token = parser.nextToken();
            return token == JsonToken.START_OBJECT
                    ? members(parser, fields, list, () -> items(parser, list, ofItems, consumer), UNMETERED)
                    : value(parser, token, fields, UNMETERED);
        });
    }

    private interface Source {
        JsonParser open() throws IOException;
    }

    private interface Reading {
        Json read(JsonParser parser) throws IOException;
    }

    private interface Reaction {
        void run() throws IOException;
    }

    /// Reads a document. The messages of the JSON library quote what it read, which may be a Secret, so neither
    /// they nor their causes are kept.
    private Json read(Source source, Reading reading) {
        try (JsonParser parser = source.open()) {
            Json value = reading.read(parser);
            if (parser.nextToken() != null) {
                throw new MalformedJsonException(
                        "unexpected content after the end of the JSON" + locationOf(parser.currentLocation()));
            }
            return value;
        } catch (StreamConstraintsException _) {
            throw new MalformedJsonException(limits);
        } catch (JsonProcessingException e) {
            throw new MalformedJsonException("not valid JSON" + locationOf(e.getLocation()));
        } catch (IOException e) {
            throw new MalformedJsonException("not valid JSON", e);
        }
    }

    private static String locationOf(@Nullable JsonLocation location) {
        return location == null ? "" : " at line %d, column %d".formatted(location.getLineNr(), location.getColumnNr());
    }

    private static Json value(JsonParser parser, @Nullable JsonToken token, JsonFields fields, JsonMeter meter)
            throws IOException {
        meter.charge(VALUE_BYTES);
        return switch (token) {
            case null -> Json.nothing();
            case START_OBJECT -> members(parser, fields, null, () -> {}, meter);
            case START_ARRAY -> items(parser, fields, meter);
            case VALUE_STRING -> new Json.Text(fields.kept(text(parser, meter)));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Json.Numeral(text(parser, meter));
            case VALUE_TRUE -> new Json.Flag(true);
            case VALUE_FALSE -> new Json.Flag(false);
            case VALUE_NULL -> Json.nothing();
            case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new IllegalStateException("bug: unexpected JSON token " + token);
        };
    }

    private static String text(JsonParser parser, JsonMeter meter) throws IOException {
        String text = parser.getText();
        meter.charge((long) Character.BYTES * text.length());
        return text;
    }

    /// Reads the members of an object.
    ///
    /// @param special the name of a member that is not kept; the reaction reads its value instead
    private static Json members(
            JsonParser parser, JsonFields fields, @Nullable String special, Reaction reaction, JsonMeter meter)
            throws IOException {
        var members = new LinkedHashMap<String, Json>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            // The parser keeps each name, also that of a member that is skipped.
            meter.charge(VALUE_BYTES + (long) Character.BYTES * name.length());
            JsonToken token = parser.nextToken();
            JsonFields kept = fields.ofMember(name);
            if (name.equals(special)) {
                reaction.run();
            } else if (kept != null && members.size() < fields.maxItems()) {
                members.put(name, value(parser, token, kept, meter));
            } else {
                parser.skipChildren();
            }
        }
        return new Json.Members(members, fields);
    }

    private static Json items(JsonParser parser, JsonFields fields, JsonMeter meter) throws IOException {
        var items = new ArrayList<Json>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (items.size() < fields.maxItems()) {
                items.add(value(parser, token, fields, meter));
            } else {
                parser.skipChildren();
            }
        }
        return new Json.Items(items);
    }

    private static void items(JsonParser parser, String list, JsonFields fields, Consumer<? super Json> consumer)
            throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return;
        }
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw new MalformedJsonException(list, "a list expected, found something else", null);
        }
        int index = 0;
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            Json item = value(parser, token, fields, UNMETERED);
            try {
                consumer.accept(item);
            } catch (MalformedJsonException e) {
                throw e.within("%s[%d]".formatted(list, index));
            }
            index++;
        }
    }
}
