package dev.vspherecloud.csi.domain.deletion;

import java.util.List;

/// The objects of the API server that name a volume or a snapshot.
public sealed interface NamingObjects {
    /// All of them, as they were at a time after the question.
    record Complete(List<NamingObject> objects) implements NamingObjects {
        public Complete {
            objects = List.copyOf(objects);
        }

        <T extends NamingObject> List<T> of(Class<T> kind) {
            return objects.stream().filter(kind::isInstance).map(kind::cast).toList();
        }
    }

    /// The API server did not list them.
    record Unknown(String why) implements NamingObjects {}
}
