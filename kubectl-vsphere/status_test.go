package main

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// provider plays the HTTPS port of the provider. It accepts one token.
func provider(t *testing.T, token string) string {
	server := httptest.NewTLSServer(http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		if request.Header.Get("Authorization") != "Bearer "+token {
			out.WriteHeader(http.StatusUnauthorized)
			return
		}
		out.Header().Set("Content-Security-Policy", "default-src 'none'")
		out.Header().Set("Set-Cookie", "a=b")
		_, _ = io.WriteString(out, request.Method+" "+request.URL.String()+" "+request.Header.Get("Cookie"))
	}))
	t.Cleanup(server.Close)
	return strings.TrimPrefix(server.URL, "https://")
}

func noRenewal() (credential, error) { return credential{}, errors.New("the token expired") }

func request(proxy *statusProxy, method, host, path string, headers map[string]string) *httptest.ResponseRecorder {
	sent := httptest.NewRequest(method, "http://"+host+path, nil)
	for name, value := range headers {
		sent.Header.Set(name, value)
	}
	answer := httptest.NewRecorder()
	proxy.ServeHTTP(answer, sent)
	return answer
}

func TestTheProxyAddsTheTokenAndPassesOnlyTheQuery(t *testing.T) {
	proxy := newStatusProxy("127.0.0.1:8001", provider(t, "good"), credential{token: "good"}, noRenewal)

	answer := request(proxy, "GET", "127.0.0.1:8001", "/"+proxy.secret+"/status?node=w-1", map[string]string{"Cookie": "c=d", "Authorization": "Basic x"})

	if answer.Code != 200 || answer.Body.String() != "GET /status?node=w-1 " {
		t.Errorf("found %d and %q", answer.Code, answer.Body)
	}
	if answer.Header().Get("Content-Security-Policy") == "" || answer.Header().Get("Set-Cookie") != "" {
		t.Errorf("found the headers %v", answer.Header())
	}
	if len(proxy.secret) < 26 || !strings.HasPrefix(proxy.url(), "http://127.0.0.1:8001/"+proxy.secret) {
		t.Errorf("found the URL %s", proxy.url())
	}
}

func TestTheProxyRefusesForeignRequests(t *testing.T) {
	proxy := newStatusProxy("127.0.0.1:8001", provider(t, "good"), credential{token: "good"}, noRenewal)
	path := "/" + proxy.secret + "/status"
	for _, each := range []struct {
		name, method, host, path string
		headers                  map[string]string
		code                     int
	}{
		{"another name", "GET", "evil.example.com:8001", path, nil, 403},
		{"another port", "GET", "127.0.0.1:8002", path, nil, 403},
		{"no secret", "GET", "127.0.0.1:8001", "/status", nil, 404},
		{"another page", "GET", "127.0.0.1:8001", "/" + proxy.secret + "/metrics", nil, 404},
		{"a page behind it", "GET", "127.0.0.1:8001", path + "/../debug/heap", nil, 404},
		{"another method", "POST", "127.0.0.1:8001", path, nil, 405},
		{"another site", "GET", "127.0.0.1:8001", path, map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		{"another port of this machine", "GET", "127.0.0.1:8001", path, map[string]string{"Sec-Fetch-Site": "same-site"}, 403},
	} {
		if answer := request(proxy, each.method, each.host, each.path, each.headers); answer.Code != each.code || strings.Contains(answer.Body.String(), proxy.secret) {
			t.Errorf("%s: found %d and %q, expected %d", each.name, answer.Code, answer.Body, each.code)
		}
	}
	if answer := request(proxy, "GET", "localhost:8001", path, map[string]string{"Sec-Fetch-Site": "none"}); answer.Code != 200 {
		t.Errorf("localhost: found %d", answer.Code)
	}
}

func TestTheProxyRenewsAnExpiredToken(t *testing.T) {
	renewals := 0
	proxy := newStatusProxy("127.0.0.1:8001", provider(t, "new"), credential{token: "old"}, func() (credential, error) {
		renewals++
		return credential{token: "new"}, nil
	})
	for range 2 {
		if answer := request(proxy, "GET", "127.0.0.1:8001", "/"+proxy.secret+"/status", nil); answer.Code != 200 {
			t.Errorf("found %d", answer.Code)
		}
	}
	if renewals != 1 {
		t.Errorf("found %d renewals, expected 1", renewals)
	}
}

func TestTheCredentialOfTheKubeconfig(t *testing.T) {
	for _, each := range []struct {
		name, config, global, want, err string
	}{
		{"a token", `{"users":[{"user":{"token":"t-1"}}]}`, "", "t-1", ""},
		{"the command line", `{}`, "--token=t-2 ", "t-2", ""},
		{"an exec plugin", `{"users":[{"user":{"exec":{"apiVersion":"client.authentication.k8s.io/v1","command":"/bin/sh","args":["-c","echo '{\"status\":{\"token\":\"t-3\"}}'"]}}}]}`, "", "t-3", ""},
		{"an exec plugin that fails", `{"users":[{"user":{"exec":{"command":"/bin/sh","args":["-c","echo expired >&2; exit 1"]}}}]}`, "", "", "expired"},
		{"a broken certificate", `{"users":[{"user":{"client-certificate-data":"eA==","client-key-data":"eA=="}}]}`, "", "", "cannot use the client certificate"},
		{"nothing", `{"users":[{"user":{}}]}`, "", "", "give --service-account NAME"},
		{"impersonation", `{}`, "--as=jane ", "", "cannot impersonate"},
	} {
		t.Run(each.name, func(t *testing.T) {
			cluster(t, nil)
			t.Setenv(playsKubectl, "")
			k := kubectl{"/bin/sh", []string{"-c", "printf %s '" + strings.ReplaceAll(each.config, "'", `'\''`) + "'"}}
			line, err := parse(strings.Fields(each.global + "status"))
			if err != nil {
				t.Fatal(err)
			}
			got, err := obtain(t.Context(), k, target{}, line)
			if got.token != each.want || (err == nil) != (each.err == "") || (err != nil && !strings.Contains(err.Error(), each.err)) {
				t.Errorf("found %q and %v, expected %q and %q", got.token, err, each.want, each.err)
			}
		})
	}
}
