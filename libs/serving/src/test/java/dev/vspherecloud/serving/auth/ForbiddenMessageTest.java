package dev.vspherecloud.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForbiddenMessageTest {
    @Test
    void escapesTheNameAndThePath() {
        var user = new User("a\"b\n\u202e<i>", "", List.of(), Map.of());

        assertThat(ForbiddenMessage.text(user, "get", "/x?\r\n&", "a\u009bb"))
                .isEqualTo(
                        "forbidden: User \"a\\\"b\\u000a\\u202e&lt;i&gt;\" cannot get path \"/x?\\u000d\\u000a&amp;\": a?b");
    }
}
