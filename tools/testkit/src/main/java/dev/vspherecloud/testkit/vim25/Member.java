package dev.vspherecloud.testkit.vim25;

/// A member: an element of a data type, a parameter of a method, or a property of a managed object.
///
/// @param type as in the WSDL without a prefix, such as `string` or `PropertySpec`
record Member(String name, String type, Count count) {
    boolean isRequired() {
        return count == Count.ONE || count == Count.SOME;
    }

    boolean isList() {
        return count == Count.ANY || count == Count.SOME;
    }

    boolean isReference() {
        return type.equals("ManagedObjectReference");
    }

    /// The number of allowed occurrences, with the mark of the table.
    enum Count {
        ONE(""),
        OPTIONAL("?"),
        ANY("*"),
        SOME("+");

        private final String mark;

        Count(String mark) {
            this.mark = mark;
        }

        static Count marked(String mark) {
            for (Count count : values()) {
                if (count.mark.equals(mark)) {
                    return count;
                }
            }
            throw new IllegalArgumentException("no such mark: " + mark);
        }
    }
}
