package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.HttpProxy;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.text.Secret;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    @ParameterizedTest
    @CsvSource({"VirtualMachine, vm-62", "PropertyFilter, session[52]a:b"})
    void aReferenceIsWrittenWithItsType(String type, String value) {
        assertThat(new MoRef(type, value)).hasToString(type + ":" + value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Virtual Machine", "VirtualMachine\n"})
    void aReferenceWithAnInvalidTypeIsRefused(String type) {
        assertThatIllegalArgumentException().isThrownBy(() -> new MoRef(type, "vm-62"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "vm\n62", "vm-62\uFFFE", "vm-62\uFFFF", "vm-62\uD83D"})
    void aReferenceWithAnInvalidValueIsRefused(String value) {
        assertThatIllegalArgumentException().isThrownBy(() -> new MoRef("VirtualMachine", value));
    }

    @Test
    void aSecretIsHiddenInTexts() {
        var credentials = new Credentials("user", new Secret("word"));

        assertThat(credentials).hasToString("Credentials[user=user, password=***]");
        assertThat(new Secret("word")).isEqualTo(new Secret("word")).isNotEqualTo(new Secret("ward"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "https://vc", "vc/sdk", "vc:443", "a b", "user@vc"})
    void anEndpointWithAnInvalidHostIsRefused(String host) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new VcenterEndpoint("vc", host, 443, new TlsTrust.SystemRoots(), Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"proxy.example.com, proxy.example.com:3128", "fd00::1, [fd00::1]:3128", "[fd00::1], [fd00::1]:3128"})
    void theTextOfAnEndpointHidesTheLoginOfTheProxy(String host, String address) {
        var proxy = new HttpProxy(host, 3128, Optional.of(new Credentials("us", new Secret("hush"))));
        var endpoint =
                new VcenterEndpoint("vc", "vc", 443, new TlsTrust.SystemRoots(), Optional.empty()).withProxy(proxy);

        assertThat(endpoint.describe()).isEqualTo("vCenter vc:443 through the proxy " + address);
        assertThat(endpoint.toString()).doesNotContain("hush");
    }

    @ParameterizedTest
    @CsvSource({"'',word", "us:er,word", "'us\u0007',word", "us,'wo\u0007rd'"})
    void aProxyLoginThatBasicCannotEncodeIsRefused(String user, String password) {
        var login = Optional.of(new Credentials(user, new Secret(password)));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HttpProxy("proxy", 3128, login))
                .withMessageStartingWith("proxy: ")
                .withMessageNotContaining("us:er");
    }

    @ParameterizedTest
    @CsvSource({"'',1", "a b,1", "http://proxy,1", "proxy,0", "proxy,65536"})
    void aProxyWithAnInvalidAddressIsRefused(String host, int port) {
        assertThatIllegalArgumentException().isThrownBy(() -> new HttpProxy(host, port, Optional.empty()));
    }

    @Test
    void aValueOfAnotherTypeCountsAsUnset() {
        PropertyValue text = new PropertyValue.Text("string", "yes");

        assertThat(text.flag()).isEmpty();
        assertThat(text.number()).isEmpty();
        assertThat(text.ref()).isEmpty();
        assertThat(text.field("any")).isEqualTo(new PropertyValue.Unset());
        assertThat(text.items()).isEqualTo(List.of(text));
        assertThat(new PropertyValue.Unset().items()).isEmpty();
    }

    @Test
    void aQueryWithoutObjectsIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetrieveQuery.ofObjects("VirtualMachine", List.of("name"), List.of()));
    }
}
