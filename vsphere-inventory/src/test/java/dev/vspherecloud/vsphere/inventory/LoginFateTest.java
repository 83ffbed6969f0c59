package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.vsphere.client.VcenterException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoginFateTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
        LOGIN_REFUSED,    REFUSED
        SESSION_LOST,     REFUSED
        NO_PERMISSION,    REFUSED
        TIMEOUT,          UNANSWERED
        UNREACHABLE,      UNANSWERED
        CANCELED,         UNANSWERED
        PROTOCOL,         UNANSWERED
        TOO_LARGE,        UNANSWERED
        LOGIN_STOPPED,    TAKEN_BACK
        TLS,              TAKEN_BACK
        PROXY,            TAKEN_BACK
        BUSY,             TAKEN_BACK
        UNSUPPORTED,      TAKEN_BACK
        FAULT,            TAKEN_BACK
        OBJECT_GONE,      TAKEN_BACK
        INVALID_VERSION,  TAKEN_BACK
        INVALID_PROPERTY, TAKEN_BACK
        """)
    void onlyWhatSurelyWasNoAnswerAboutThePasswordIsTakenBack(VcenterException.Kind kind, LoginFate fate) {
        assertThat(LoginFate.of(kind)).isEqualTo(fate);
    }
}
