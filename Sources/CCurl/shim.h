#include <curl/curl.h>

// Swift calls no C function whose arguments vary.

static inline CURLcode pantograph_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode pantograph_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}

typedef size_t (*pantograph_curl_sink)(const char *bytes, size_t size, size_t count, void *context);

// Headers and body alike go to `sink`.
static inline CURLcode pantograph_curl_set_sinks(
    CURL *handle, pantograph_curl_sink header, pantograph_curl_sink body, void *context) {
    CURLcode status = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
    if (status == CURLE_OK) status = curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
    if (status == CURLE_OK) status = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
    if (status == CURLE_OK) status = curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
    return status;
}

static inline long pantograph_curl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}
