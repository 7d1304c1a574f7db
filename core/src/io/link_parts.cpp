#include "io/link_parts.h"

namespace vramscope {
namespace {

constexpr std::string_view kPlain =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~,;*@/:";
constexpr std::string_view kHex = "0123456789ABCDEF";

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string escape(std::string_view text, std::string_view plain) {
  std::string out;
  for (char c : text) {
    if (plain.find(c) != std::string_view::npos) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  }
  return out;
}

}  // namespace

std::string escape_text(std::string_view text) { return escape(text, kPlain); }
std::string escape_all(std::string_view text) { return escape(text, kPlain.substr(0, 62)); }

std::string unescape_text(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
    if (text[i] == '%' && high >= 0 && low >= 0) {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::vector<std::string_view> split_text(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

Json machine_document(std::string_view text) {
  Json devices = Json::list();
  for (std::string_view part : split_text(text, ',')) {
    Json device = Json::object();
    if (const size_t star = part.find('*'); star != std::string_view::npos) {
      device.set("count", parse_scalar(part.substr(star + 1)));
      part = part.substr(0, star);
    }
    const size_t at = part.find('@');
    if (part.starts_with("%7B")) {  // a card of one's own, as a document
      device.set("gpu", parse_scalar(unescape_text(part)));
    } else if (at == std::string_view::npos) {
      device.set("gpu", Json::of(unescape_text(part)));
    } else {
      Json gpu = Json::object();
      gpu.set("base", Json::of(unescape_text(part.substr(0, at))));
      gpu.set("memory_gib", parse_scalar(part.substr(at + 1)));
      device.set("gpu", std::move(gpu));
    }
    devices.append(std::move(device));
  }
  Json machine = Json::object();
  machine.set("devices", std::move(devices));
  return machine;
}

Json field_document(const Field& field, const std::string& text) {
  const bool is_text =
      std::holds_alternative<EnumAccess>(field.access) ||
      std::holds_alternative<std::string& (*)(Request&)>(std::get<FieldAccess>(field.access));
  return is_text ? Json::of(text) : parse_scalar(text);
}

void set_path(Json& document, std::string_view path, Json value) {
  const size_t dot = path.find('.');
  if (dot == std::string_view::npos) return document.set(path, std::move(value));
  set_path(document.at(path.substr(0, dot)), path.substr(dot + 1), std::move(value));
}

}  // namespace vramscope
