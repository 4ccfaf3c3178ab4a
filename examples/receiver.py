import base64, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

key = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))

def is_from_tijdig(id, at, signatures, body):
    if not at.isdecimal() or abs(time.time() - int(at)) > 300:
        return False
    right = b"v1," + base64.b64encode(hmac.digest(key, f"{id}.{at}.".encode() + body, "sha256"))
    return any(hmac.compare_digest(one.encode(), right) for one in signatures.split(" "))

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))  # as it came, before anything parses it
        id, at, signatures = (self.headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
        trusted = is_from_tijdig(id, at, signatures, body)
        if trusted:
            print(id, json.loads(body)["type"], flush=True)  # instead: store it, and work on it after the answer
        self.send_response(204 if trusted else 400)
        self.end_headers()

ThreadingHTTPServer(("", int(os.environ.get("PORT", 3000))), Receiver).serve_forever()
