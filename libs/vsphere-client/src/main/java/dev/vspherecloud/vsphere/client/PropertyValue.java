package dev.vspherecloud.vsphere.client;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The value of one property, as far as it can be parsed without a table of all vSphere types.
///
/// The accessors never fail: they treat a value of another shape as not set, so that an unexpected value
/// affects only itself and not a whole snapshot. A repeated field with one entry looks like a plain one;
/// [#items()] reads both.
public sealed interface PropertyValue {
    /// A simple value.
    ///
    /// @param type the XML type without prefix, as in `string`, `boolean`, `VirtualMachinePowerState`; empty if
    ///     the response has none
    /// @param value the text; empty for a cleared string and for the empty enumeration values of some servers
    record Text(String type, String value) implements PropertyValue {}

    /// A reference to a managed object.
    record Ref(MoRef target) implements PropertyValue {}

    /// An array of values.
    ///
    /// @param type the type of the elements, as in `GuestNicInfo`
    record Items(String type, List<PropertyValue> elements) implements PropertyValue {
        public Items {
            elements = List.copyOf(elements);
        }
    }

    /// A data object with its fields.
    ///
    /// @param type the type, as in `GuestNicInfo`; empty if the response has none
    /// @param fields the fields in the order in which they came; a repeated field is one [Items]
    record Struct(String type, Map<String, PropertyValue> fields) implements PropertyValue {
        public Struct {
            fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        }
    }

    /// There is no value: the property is not set, or its value was removed.
    record Unset() implements PropertyValue {}

    /// Returns the text of a simple value; empty for any other value or an empty text.
    default Optional<String> text() {
        return this instanceof Text text && !text.value().isEmpty() ? Optional.of(text.value()) : Optional.empty();
    }

    /// Returns the value of a boolean (`true`, `false`, `1` or `0`); empty for any other value.
    default Optional<Boolean> flag() {
        return text().flatMap(text -> switch (text) {
            case "true", "1" -> Optional.of(true);
            case "false", "0" -> Optional.of(false);
            default -> Optional.empty();
        });
    }

    /// Returns the value of a whole number; empty for any other value.
    default OptionalLong number() {
        try {
            return text().map(Long::parseLong).map(OptionalLong::of).orElseGet(OptionalLong::empty);
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }

    /// Returns the managed object of a reference; empty for any other value.
    default Optional<MoRef> ref() {
        return this instanceof Ref(var target) ? Optional.of(target) : Optional.empty();
    }

    /// Returns the elements of an array. Any other value is an array of one element, and an unset value an empty
    /// array.
    default List<PropertyValue> items() {
        return switch (this) {
            case Items items -> items.elements();
            case Unset() -> List.of();
            case Text _, Ref _, Struct _ -> List.of(this);
        };
    }

    /// Returns a field of a data object; an unset value if there is no such field.
    default PropertyValue field(String name) {
        PropertyValue value = this instanceof Struct struct ? struct.fields().get(name) : null;
        return value == null ? new Unset() : value;
    }
}
